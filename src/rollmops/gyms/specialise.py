"""The compiled version of a function for given kinds of arguments.

A compiled function that takes rules as arguments spends microseconds on finding the version for them at every call from
Python (numba 0.68). Here it is found once, and the rules and arrays that never change are bound.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numba


def specialise(function: Any, fixed: tuple[Any, ...], *others: Any) -> Callable[..., Any]:
    """`function` with its first arguments fixed, made ready for more arguments of the kinds of `others`.

    The version is not looked for again: whoever calls must keep to those kinds.
    """
    if not numba.config.DISABLE_JIT:
        function = function.compile(tuple(numba.typeof(argument) for argument in (*fixed, *others)))
    return partial(function, *fixed)
