"""What all games share: records, chance, layouts, interfaces, data loading, drawing, planning."""
