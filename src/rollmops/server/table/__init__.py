"""One table and its people, without HTTP: what happens there, what each seat may see of it, who is here, bots, replays."""
