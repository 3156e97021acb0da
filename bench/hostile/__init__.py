"""Visitors that mean harm, real clients in a process of their own; `make faults` sends them one after the other."""
