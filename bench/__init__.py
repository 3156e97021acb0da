"""Every figure that README and docs claim, measured here: `make bench`, or `python -m bench soles` for one part."""
