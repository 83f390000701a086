"""What all games share: records, chance, layouts, the standard interfaces, data loading, drawing, planning."""
