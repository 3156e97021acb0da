"""The engine knows no game: tables, compiled rules, the contract, logbook, match and fair dice."""
