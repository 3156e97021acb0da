"""What pages and server say to each other: every message both ways, its words and limits, and its TypeScript."""
