"""A host for compiled games in Python: wasmtime, and NumPy for what lies in the module's memory."""

import ctypes
import json
from pathlib import Path
from typing import Any

import numpy as np
import wasmtime

# Signed, unsigned: what wasmtime returns is signed.
U64 = 2**64


class Host:
    """A module with its manifest; arrays and records of NumPy are copied in and out by ``call``."""

    def __init__(self, manifest: Path) -> None:
        self.manifest: dict[str, Any] = json.loads(manifest.read_text())
        self._store = wasmtime.Store()
        self.module = wasmtime.Module.from_file(
            self._store.engine, str(manifest.parent / self.manifest["module"])
        )
        exported = wasmtime.Instance(self._store, self.module, []).exports(self._store)
        self.memory = exported["memory"]
        self._functions = dict(exported.items())

    def raw(self, name: str, *arguments: Any) -> Any:
        """Call an exported function with plain numbers."""
        return self._functions[name](self._store, *arguments)

    def view(self, pointer: int, dtype: Any, shape: Any = 1) -> Any:
        """What lies at a pointer, as an array; valid until the memory grows."""
        count = int(np.prod(shape)) * np.dtype(dtype).itemsize
        start = ctypes.addressof(self.memory.data_ptr(self._store).contents)
        octets = (ctypes.c_uint8 * count).from_address(start + pointer)
        return np.frombuffer(octets, np.uint8).view(dtype).reshape(shape)

    def put(self, array: Any) -> int:
        """A new block with a copy of an array or a record; its pointer."""
        array = np.ascontiguousarray(array)
        pointer = self.raw("alloc", max(array.nbytes, 1)) & 0xFFFFFFFF
        assert pointer
        self.view(pointer, np.uint8, array.nbytes)[:] = array.view(np.uint8).reshape(-1)
        return int(pointer)

    def call(self, name: str, *arguments: Any) -> int:
        """Call an exported function with arrays and records; what it changes is copied back.

        An argument that is the same object as an earlier one, or a view of its memory, is passed
        as the same pointer.
        """
        plain: list[int] = []
        blocks: dict[int, tuple[int, Any]] = {}
        for argument in arguments:
            if isinstance(argument, int | np.integer):
                plain.append(int(argument))
                continue
            array = np.atleast_1d(np.asarray(argument))
            place = array.__array_interface__["data"][0]
            if place not in blocks:
                blocks[place] = self.put(array), array
            plain.append(blocks[place][0])
            if np.ndim(argument):
                plain += array.shape
        result = self.raw(name, *plain)
        for pointer, array in blocks.values():
            new = self.view(pointer, np.uint8, array.nbytes)
            array.view(np.uint8).reshape(-1)[:] = new
            self.raw("free", pointer)
        return int(result)
