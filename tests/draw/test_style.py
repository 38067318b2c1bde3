"""Colours: legible in both themes, and each naming one role."""

from itertools import combinations

import pytest

from crdtviz.draw import CSS
from crdtviz.draw.style import BY_COLOUR, HUES, INK, INKS, PANEL, TEXT_ON, WRONG, hue


def luminance(colour):
    """The relative luminance of a colour, as WCAG 2.2 defines it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """The contrast ratio of two colours, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_formula_knows_its_ends():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_has_a_contrast_of_at_least_4_5_to_1(theme):
    for text, ground in TEXT_ON:
        ratio = contrast(getattr(text, theme), getattr(ground, theme))
        assert ratio >= 4.5, f"{text.name} on {ground.name}, {theme}: {ratio:.2f}"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_borders_that_carry_meaning_stand_out(theme):
    for border in (INK, WRONG):
        assert contrast(getattr(border, theme), getattr(PANEL, theme)) >= 3


def test_every_colour_names_one_role():
    assert len(BY_COLOUR) == len(INKS)
    assert all(ink.light == ink.light.lower() and len(ink.light) == 7 for ink in INKS)


def test_neighbouring_replicas_differ_in_lightness_too():
    """What matplotlib's artists differ by in greyscale: five replicas, five shades, no two alike."""
    shades = [luminance(one.fill.light) for one in HUES[:5]]
    assert all(abs(a - b) > 0.012 for a, b in combinations(shades, 2))


def test_colours_start_anew_after_the_last_replica():
    assert hue(0) == hue(len(HUES))


def test_style_sheet_defines_every_role_in_both_themes():
    light, dark, page = CSS.strip().split("\n")
    assert light.startswith(".crd{") and '[data-jp-theme-light="false"] .crd{' in dark
    assert page.startswith("@media (prefers-color-scheme:dark){.crd.standalone{")
    for ink in INKS:
        assert f"--crd-{ink.name}:{ink.light};" in light
        if ink.dark != ink.light:
            assert f"--crd-{ink.name}:{ink.dark};" in dark and f"--crd-{ink.name}:{ink.dark};" in page
