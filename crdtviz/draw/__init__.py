"""Pictures of finished runs: traces in, matplotlib figures out, and from those a steppable SVG or a PNG.

Nothing here touches pyplot; every figure is a value that its caller owns. Importing this loads matplotlib.
"""

from .ack_matrix import ack_matrices, draw_ack_matrix
from .context_strip import context_strips, draw_context_strip
from .merge_graph import draw_merge_graph, merge_graphs, past_css
from .png import to_png
from .state_graph import graph
from .style import CSS
from .svg import to_svg
from .timeline import draw_timeline, timelines
from .timeline_plan import window

__all__ = [
    "CSS",
    "ack_matrices",
    "context_strips",
    "draw_ack_matrix",
    "draw_context_strip",
    "draw_merge_graph",
    "draw_timeline",
    "graph",
    "merge_graphs",
    "past_css",
    "timelines",
    "to_png",
    "to_svg",
    "window",
]
