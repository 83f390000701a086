"""From the data files to the tables that the rules read: schema, loading, layout, building."""
