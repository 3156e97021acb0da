"""The lab: bulk simulation, tournaments, exact odds."""
