"""Games as WebAssembly modules: compiling, linking, and the manifest that describes a module."""
