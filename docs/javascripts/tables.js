// Cells and headings of tables may wrap: an interval may not, names of agents after a colon.
for (const cell of document.querySelectorAll('.md-typeset td[style*="right"]')) {
  cell.innerHTML = cell.innerHTML.replace(/\([^()<>]*\)|-?[\d.,]+ ?%? – [\d.,]+ ?%?/g, '<span class="whole">$&</span>');
}
for (const heading of document.querySelectorAll(".md-typeset th")) {
  heading.innerHTML = heading.innerHTML.replace(/(?<=\w[:+])(?=\w)/g, "<wbr>");
}
