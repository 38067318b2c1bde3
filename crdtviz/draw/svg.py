"""From a matplotlib figure to a small SVG for a page, themed, steppable, and the same every time.

`gids` says what becomes of artists that belong to a step; colours become the custom properties of `style`.
"""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from .gids import FADED, Seen, drawing, hidden, last_position, read
from .style import BY_COLOUR, PANEL
from .text import shown

# The widest common face first: the layout is measured in it, so that labels fit in any other as well.
FAMILY = '"DejaVu Sans",system-ui,sans-serif'
NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?|-?\d+(?:e-?\d+)?")
REFERENCE = re.compile(r"url\(#([^)]+)\)")
PREFIX = re.compile(r"[A-Za-z][\w-]*", re.ASCII)
# What every SVG element has anyway, or what does not show here
DROPPED = {
    ("stroke-linejoin", "miter"),
    ("stroke-dashoffset", "0"),
    ("text-anchor", "start"),
    ("font-weight", "400"),
    ("fill", "#000000"),
    ("stroke-width", "1"),
}
SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"


def to_svg(figure: Figure, title: str, prefix: str, *, still: bool = False, at: int | None = None) -> str:
    """The figure as one `<svg>` element, for a page.

    In: `title`, what the picture shows, for those who cannot see it; `prefix`, a name of its own in its page (letters,
    digits, `-`, `_`), put before every id and class of styles. `still`: a file for slides instead, of position `at`
    (the last one by default), with nothing to step and in plain light colours. Raises ValueError for a bad prefix.
    """
    if not PREFIX.fullmatch(prefix):
        raise ValueError(f"prefix: it must be a letter followed by letters, digits, - or _, not {prefix!r}")
    held = io.StringIO()
    with drawing():
        FigureCanvasSVG(figure).print_svg(held, metadata={"Date": None})
    position = None if not still else last_position(figure) if at is None else at
    return Writer(prefix, position).document(ElementTree.fromstring(held.getvalue()), title)


class Writer:
    """Rewrites one SVG of matplotlib's: groups by step, one class for each style, short numbers, no idle ids.

    `at` is the one position of a still picture, and None in a page's.
    """

    def __init__(self, prefix: str, at: int | None):
        self.prefix, self.at = prefix, at
        self.styles: dict[str, str] = {}  # a style as the page gets it -> its class
        self.classes: dict[str, str] = {}  # a style as matplotlib writes it -> its class
        self.needed: set[str] = set()
        self.nodes = False

    def document(self, root: ElementTree.Element, title: str) -> str:
        """The whole element, with its style sheet first."""
        for element in root.iter():
            self.needed.update(name for value in element.attrib.values() for name in REFERENCE.findall(value))
            self.needed.add(element.get(HREF, "#")[1:])
        body = self.joined(self.children(root))
        sheet = "".join(f".{name}{{{style}}}" for style, name in self.styles.items())
        # a picture with nodes to visit is a group of things; any other is one thing with one name
        role, label = "group" if self.nodes else "img", quoteattr(shown(title))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{self.prefix}" role="{role}" aria-label={label} '
            f"{self.frame(root)}<style>.{self.prefix}{{font-family:{FAMILY}}}{sheet}</style>{body}</svg>"
        )

    def frame(self, root: ElementTree.Element) -> str:
        """Size and ground: as wide as the page lets it, up to the natural width, or in pixels for a still picture."""
        width, height = map(short, root.attrib["viewBox"].split()[2:])
        box = f'viewBox="0 0 {width} {height}"'
        if self.at is None:
            look = f"--w:{width}px;width:100%;max-width:var(--w);height:auto;background:{PANEL.css}"
            return f'{box} style="{look}">'
        # other programs than browsers know no background of a whole picture
        return f'width="{width}" height="{height}" {box}><rect width="{width}" height="{height}" fill="{PANEL.light}"/>'

    def children(self, element: ElementTree.Element) -> list[tuple[str, str]]:
        """The drawn parts below `element` in order, each with the opening tag of the group that it belongs to."""
        return [part for child in element for part in self.parts(child)]

    def joined(self, parts: list[tuple[str, str]]) -> str:
        """Parts in order, neighbours of the same group within one tag."""
        written, current = [], ""
        for group, text in parts:
            if group != current:
                written.append(("</g>" if current else "") + group)
                current = group
            written.append(text)
        return "".join(written) + ("</g>" if current else "")

    def parts(self, element: ElementTree.Element) -> list[tuple[str, str]]:
        tag, gid = element.tag.removeprefix(SVG), element.get("id")
        if tag in ("metadata", "style") or self.at is not None and hidden(gid, self.at):
            return []
        if tag == "g":
            seen = read(gid)
            # the group is opened by `joined`; no group of ours holds another one
            opening = self.opening(seen) if seen else ""
            # a group that does something, such as clipping, stays as it is
            inner = [("", self.leaf(tag, element))] if element.attrib.keys() - {"id"} else self.children(element)
            if seen and seen.own and self.at is None:
                inner = [(own, outline(text)) for own, text in inner]
            return [(opening or own, text) for own, text in inner]
        if tag == "defs":
            kept = "".join(text for _, text in self.children(element))
            return [("", f"<defs>{kept}</defs>")] if kept else []
        return [("", self.leaf(tag, element))]

    def opening(self, seen: Seen) -> str:
        """The opening tag of a group (see the table in `gids`)."""
        if self.at is not None:
            return f'<g opacity="{FADED}">' if seen.first > self.at else ""
        if seen.kind == "v":
            self.nodes = True
            name = quoteattr(seen.name)
            return f'<g class="v {seen.own} at f{seen.first}" tabindex="0" role="img" aria-label={name}>'
        if seen.kind == "e":
            return f'<g class="e {seen.own} at f{seen.first}">'
        if seen.kind == "s":
            return f'<g class="at f{seen.first}">'
        return f'<g class="n at f{seen.first} t{seen.last}">'

    def leaf(self, tag: str, element: ElementTree.Element) -> str:
        """A path, text, use or any other element, with its style as a class and its numbers short."""
        attributes: dict[str, str] = {}
        for key, value in element.attrib.items():
            if key == "style":
                attributes["class"] = self.named(value)
            elif key == "id":
                if value in self.needed:
                    attributes["id"] = self.prefix + value
            elif key == HREF:
                attributes["href"] = "#" + self.prefix + value.lstrip("#")
            elif key == "d":
                attributes["d"] = path(value)
            elif not (key == "transform" and value.startswith(("rotate(-0 ", "rotate(0 "))):
                attributes[key] = REFERENCE.sub(rf"url(#{self.prefix}\1)", value) if "(#" in value else short(value)
        written = "".join(f" {key.removeprefix(SVG)}={quoteattr(value)}" for key, value in attributes.items() if value)
        inner = escape(element.text or "") if tag == "text" else self.joined(self.children(element))
        return f"<{tag}{written}>{inner}</{tag}>" if inner else f"<{tag}{written}/>"

    def restyled(self, style: str) -> str:
        """A style without what is said anyway, its colours by role."""
        kept = []
        for declaration in style.split("; "):
            key, _, value = (piece.strip() for piece in declaration.partition(":"))
            if (key, value) in DROPPED or key == "font-family":
                continue
            if key not in ("fill", "stroke"):
                value = short(value)
            elif value in BY_COLOUR and self.at is None:
                value = BY_COLOUR[value].css
            kept.append(f"{key}:{value}")
        return ";".join(kept)

    def named(self, style: str) -> str:
        """The class for one of matplotlib's styles, named by the order in which styles first occur."""
        if style not in self.classes:
            said = self.restyled(style)
            self.classes[style] = self.styles.setdefault(said, f"{self.prefix}-{len(self.styles)}") if said else ""
        return self.classes[style]


def outline(part: str) -> str:
    """A part of a node or an edge; a path of it gets the class `o`.

    A rule about every path that lights up would have the browser style all of them anew at each step.
    """
    return part.replace('class="', 'class="o ', 1) if part.startswith("<path") else part


def short(text: str) -> str:
    """A text with every number in it rounded to two decimals."""
    return NUMBER.sub(lambda match: tight(match[0], 2), text)


def path(data: str) -> str:
    """Path data without idle spaces, its numbers rounded to a tenth of a pixel."""
    data = NUMBER.sub(lambda match: tight(match[0], 1), data.replace("\n", " "))
    return re.sub(r" ?([A-Za-z]) ?", r"\1", data).strip()


def tight(number: str, places: int) -> str:
    """A number rounded, with nothing in it that could be left out."""
    if "." not in number and "e" not in number:
        return number
    rounded = f"{float(number):.{places}f}".rstrip("0").rstrip(".")
    return "0" if rounded in ("-0", "") else rounded
