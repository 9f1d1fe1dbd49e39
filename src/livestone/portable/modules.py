"""LLVM's modules for WebAssembly: from text, optimised, their names hidden."""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm

from livestone.compiler.wasm import target_machine


def parsed(source: str | bytes) -> Any:
    """Return a module, from LLVM's text or bitcode."""
    known = isinstance(source, str)
    module = llvm.parse_assembly(source) if known else llvm.parse_bitcode(source)
    machine = target_machine()
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    module.verify()
    return module


def optimise(module: Any, machine: Any, level: int) -> None:
    """Run LLVM's passes, and Numba's that drops reference counts, once it can see pairs of them."""
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    if level == 0:
        passes.add_sroa_pass()
        passes.add_instruction_combine_pass()
        passes.add_jump_threading_pass()
    passes.add_constant_merge_pass()
    passes.add_refprune_pass(llvm.RefPruneSubpasses.ALL)
    passes.run(module, builder)


def hide(module: Any, exported: set[str]) -> None:
    """Make internal all that nobody else calls, so that it may be inlined and dropped."""
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in exported:
            value.linkage = "internal"
