"""What must outlive the process: the events that a table is made of, and the database that keeps them."""
