"""The Freeplay line protocol: players, their connections and games."""
