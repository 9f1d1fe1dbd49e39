"""Games that people play on their devices, kept here so that they are on all of them."""
