"""What the server is measured with: a lean client, scripted tables, a bare echo."""
