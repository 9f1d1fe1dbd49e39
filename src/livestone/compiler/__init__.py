"""Everything that uses Numba's private parts, so that another version of Numba concerns this alone.

Elsewhere Numba is used by its public interface only; ruff checks it.
"""
