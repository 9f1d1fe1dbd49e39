"""House bots: accounts of a server that programs play for, as clients of its API like any other."""
