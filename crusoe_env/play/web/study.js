/* What a study asks its participants: forms before and after the game, and the code of the window. */

const SAID = {
  waits: "Thank you. The game begins when all people at the table have answered.",
  done: "Thank you. Everything is kept; you may close this window.",
};

function showStudy() {
  const study = table.study, section = byId("study");
  section.hidden = !study || study.stage === "plays";
  document.querySelector("main").hidden = Boolean(study) && ["before", "waits"].includes(study.stage);
  section.setAttribute("role", document.querySelector("main").hidden ? "main" : "region");
  if (section.hidden || section.dataset.stage === study.stage) return;  // what is typed stays
  section.dataset.stage = study.stage;
  const code = element("p", `Your code: ${study.code}. Note it if you may want your data deleted.`, "code");
  if (study.form === null) section.replaceChildren(element("p", SAID[study.stage]), code);
  else section.replaceChildren(formOf(study.form), code);
}

function formOf(parts) {
  const form = element("form"), wrong = element("p", ""), send = element("button", "Send", "main");
  wrong.setAttribute("role", "alert");
  form.append(...parts.map(part => part.question ? questionOf(part.question)
    : part.heading ? element(`h${part.level + 1}`, part.heading) : element("p", part.paragraph)), wrong, send);
  form.addEventListener("submit", async event => {
    event.preventDefault();
    send.disabled = true;
    try {
      await ask("form", {answers: answersIn(form, parts)});
      await refresh();
    } catch (error) {
      wrong.textContent = error.message;
      send.disabled = false;
    }
  });
  return form;
}

function questionOf({name, words, needed, kind, choices}) {
  const title = words + (needed ? " *" : "");
  if (kind === "line" || kind === "text") {
    const label = element("label", title), field = element(kind === "line" ? "input" : "textarea");
    field.name = name;
    field.required = needed;
    field.autocomplete = "off";
    label.append(field);
    return label;
  }
  const set = element("fieldset");
  set.append(element("legend", title), ...choices.map(choice => {
    const label = element("label"), box = element("input");
    box.type = kind === "one" ? "radio" : "checkbox";
    box.name = name;
    box.value = choice;
    box.required = kind === "one" && needed;
    label.append(box, choice);
    return label;
  }));
  return set;
}

function answersIn(form, parts) {
  const data = new FormData(form), answers = {};
  for (const {question} of parts.filter(part => part.question))
    answers[question.name] = question.kind === "some" ? data.getAll(question.name) : data.get(question.name);
  return answers;
}
