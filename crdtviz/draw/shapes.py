"""Outlines in pixels: each function gives the points and the path codes of one shape, for `Canvas.shape`."""

from __future__ import annotations

import math

from matplotlib.path import Path

KAPPA = 0.5523  # of a quarter circle as a Bézier curve
M, L, C, Z = Path.MOVETO, Path.LINETO, Path.CURVE4, Path.CLOSEPOLY

Outline = tuple[list, list]


def circle(x: float, y: float, r: float) -> Outline:
    k = KAPPA * r
    points = [
        (x + r, y),
        (x + r, y + k),
        (x + k, y + r),
        (x, y + r),
        (x - k, y + r),
        (x - r, y + k),
        (x - r, y),
        (x - r, y - k),
        (x - k, y - r),
        (x, y - r),
        (x + k, y - r),
        (x + r, y - k),
        (x + r, y),
        (x + r, y),
    ]
    return points, [M] + [C] * 12 + [Z]


def polygon(*points: tuple[float, float]) -> Outline:
    return [*points, points[0]], [M] + [L] * (len(points) - 1) + [Z]


def square(x: float, y: float, r: float) -> Outline:
    return polygon((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r))


def triangle(x: float, y: float, r: float) -> Outline:
    return polygon((x, y - r), (x + r, y + r * 0.8), (x - r, y + r * 0.8))


def diamond(x: float, y: float, r: float) -> Outline:
    return polygon((x, y - r), (x + r, y), (x, y + r), (x - r, y))


def cross(x: float, y: float, r: float) -> Outline:
    return [(x - r, y - r), (x + r, y + r), (x - r, y + r), (x + r, y - r)], [M, L, M, L]


def box(x: float, y: float, width: float, height: float, r: float = 4) -> Outline:
    """A box with round corners, from its upper left corner."""
    k, right, low = r * (1 - KAPPA), x + width, y + height
    points = [
        (x + r, y),
        (right - r, y),
        (right - k, y),
        (right, y + k),
        (right, y + r),
        (right, low - r),
        (right, low - k),
        (right - k, low),
        (right - r, low),
        (x + r, low),
        (x + k, low),
        (x, low - k),
        (x, low - r),
        (x, y + r),
        (x, y + k),
        (x + k, y),
        (x + r, y),
        (x + r, y),
    ]
    return points, [M, L, C, C, C, L, C, C, C, L, C, C, C, L, C, C, C, Z]


def arrow(x: float, y: float, to_x: float, to_y: float, head: float = 8, half: float = 3.4) -> Outline:
    """A line with a filled head, its tip at (`to_x`, `to_y`)."""
    length = math.hypot(to_x - x, to_y - y) or 1
    dx, dy = (to_x - x) / length, (to_y - y) / length
    base_x, base_y = to_x - dx * head, to_y - dy * head
    side = (-dy * half, dx * half)
    points = [
        (x, y),
        (base_x, base_y),
        (to_x, to_y),
        (base_x + side[0], base_y + side[1]),
        (base_x - side[0], base_y - side[1]),
        (to_x, to_y),
    ]
    return points, [M, L, M, L, L, Z]
