"""The sentences themselves, on the telling cases of every family and version."""

import pytest

from crdtviz import FAMILIES, run, with_rule
from crdtviz.explain import differences, reason, what_happened, why

LWW, ORS, MVR, CCS, TGC = FAMILIES

NEWER_REMOVE = "add a y 1; merge a b; rem b y 2; merge b a"
BACK_TO_SENDER = "add a v 1; add b v 1; rem b v 5; merge a b"
TIE = "add a x 2; rem b x 2; merge b a; add a x 1"
COLLISION = "add a bread; add b milk; rem a bread; merge a b; merge b a"
SAME_ELEMENT = "add a x; add b x; rem b x; merge b a; merge a b"
BORN_DEAD = "add a x; rem a x; merge a b; add b y"
OVERWRITE = "write a x; write b y; merge a b; write b z; merge b a"
STALE = "write a old; merge a b; write b new; merge a b"
TWICE = "write a same; write b same; merge a c; merge b c; write c new; merge c a"
GAP = "add a x; add a y; delta a b 2; merge a b; merge b a"
MINTED_AGAIN = "add a x; add a y; merge a b"
OUT_OF_ORDER = "add a x; add a y; delta a b 2; rem b y; merge b a; delta a b 2"
UNNAMED = "add a x; merge a b; add a y; rem a x; delta a b 3"
RESURRECTION = "add a x; sync a b; rem a x; purge a; sync b a; sync a b"
OBSERVER = "add a x; sync a b; rem a x; observe obs a; sync a b; ack b a; purge a"
COLLECTED = "add a x; sync a b; rem a x; purge a; sync a b; depart c; ack b a; purge a"


def played(family, version, text):
    """The trace of a schedule written with semicolons, on three replicas."""
    return run(family, version, text.replace("; ", "\n"), ["a", "b", "c"])


WHY = [
    (
        LWW,
        "broken",
        NEWER_REMOVE,
        "a",
        "y",
        "a shows y: its add time is 1 (since event 1), and no remove of it is stored here; event 3's remove at "
        "2 did not come along in event 4.",
    ),
    (
        LWW,
        "fixed",
        NEWER_REMOVE,
        "a",
        "y",
        "a no longer shows y: its remove time 2 (since event 4) is later than its add time 1 (since event 1).",
    ),
    (
        LWW,
        "attempt",
        BACK_TO_SENDER,
        "a",
        "v",
        "a no longer shows v: its remove time 5, which event 4 sent back to a, the sender, is later than its "
        "add time 1 (since event 1).",
    ),
    (
        LWW,
        "fixed",
        TIE,
        "a",
        "x",
        "a shows x: its add time 2 (since event 1) equals its remove time 2 (since event 3), and a tie keeps it.",
    ),
    (
        LWW,
        "fixed",
        TIE,
        "b",
        "x",
        "b does not show x: no add of it is stored here, only a remove at 2 (since event 2).",
    ),
    (
        LWW,
        "fixed",
        TIE,
        "c",
        "x",
        "c has not heard of x yet.",
    ),
    (
        ORS,
        "broken",
        COLLISION,
        "b",
        "milk",
        "b no longer shows milk: its tag 1 is tombstoned, since event 3 removed bread's tag 1 at a, and both "
        "were minted as 1.",
    ),
    (
        ORS,
        "fixed",
        COLLISION,
        "b",
        "milk",
        "b shows milk: its tag (b, 1) is live here since event 2.",
    ),
    (
        ORS,
        "fixed",
        COLLISION,
        "b",
        "bread",
        "b does not show bread: its tag (a, 1) is tombstoned, since event 3 removed it at a and event 4 brought"
        " that here.",
    ),
    (
        ORS,
        "attempt",
        SAME_ELEMENT,
        "a",
        "x",
        "a no longer shows x: its tag (x, 1) is tombstoned, since event 3 removed another x's tag (x, 1) at b, "
        "and both were minted as (x, 1).",
    ),
    (
        ORS,
        "broken",
        BORN_DEAD,
        "b",
        "y",
        "b shows y: its tag 1 is live here since event 4, though tombstoned since event 3; the next merge into "
        "b drops it.",
    ),
    (
        MVR,
        "broken",
        OVERWRITE,
        "a",
        "x",
        "a shows x: its vector {a: 1} (since event 1) stays, as z's {b: 2} does not dominate it, though event 4"
        " wrote z having seen it.",
    ),
    (
        MVR,
        "broken",
        OVERWRITE,
        "b",
        "x",
        "b no longer shows x: event 4 wrote z over it here.",
    ),
    (
        MVR,
        "fixed",
        OVERWRITE,
        "a",
        "x",
        "a no longer shows x: its vector {a: 1} is dominated by z's {a: 1, b: 2}, which event 5 brought here.",
    ),
    (
        MVR,
        "attempt",
        STALE,
        "b",
        "old",
        "b shows old: its vector {a: 1} (since event 4) stays, as new's {b: 1} does not dominate it, though "
        "event 3 wrote new having seen it.",
    ),
    (
        CCS,
        "broken",
        GAP,
        "b",
        "x",
        "b never took x in: its vector says {a: 2}, so dot (a, 1) counts as seen and removed; event 3 had "
        "jumped the gap.",
    ),
    (
        CCS,
        "broken",
        GAP,
        "a",
        "x",
        "a no longer shows x: event 5 merged b, whose vector said {a: 2}, so dot (a, 1) counts as seen and "
        "removed; event 3 had jumped the gap.",
    ),
    (
        CCS,
        "fixed",
        GAP,
        "b",
        "x",
        "b shows x: its dot (a, 1) is live here since event 4.",
    ),
    (
        CCS,
        "attempt",
        MINTED_AGAIN,
        "a",
        "x",
        "a no longer shows x: event 2 minted its dot (a, 1) again, for y, so the join took x for removed.",
    ),
    (
        CCS,
        "attempt",
        MINTED_AGAIN,
        "a",
        "y",
        "a never took y in: its dot (a, 1) is also x's (event 1), so it counts as seen and removed.",
    ),
    (
        CCS,
        "attempt",
        UNNAMED,
        "b",
        "x",
        "b shows x: its dot (a, 1) is live here since event 2; event 4's remove at a does not name it, as a did"
        " not hold it.",
    ),
    (
        CCS,
        "fixed",
        OUT_OF_ORDER,
        "a",
        "y",
        "a no longer shows y: event 4 removed its dot (a, 2) at b, and event 5 brought that here.",
    ),
    (
        TGC,
        "broken",
        RESURRECTION,
        "a",
        "x",
        "a shows x: event 5 brought it back, since event 4 had purged its tombstone (a, 2) here without asking "
        "b and c.",
    ),
    (
        TGC,
        "broken",
        RESURRECTION,
        "b",
        "x",
        "b shows x: live here since event 2, as event 4 purged its tombstone (a, 2) at a without asking b and "
        "c, before event 6 reached b.",
    ),
    (
        TGC,
        "attempt",
        OBSERVER,
        "a",
        "x",
        "a no longer shows x: event 3 removed it here and left tombstone (a, 2); event 7 kept it, as c and obs "
        "(no live member) have not confirmed it.",
    ),
    (
        TGC,
        "fixed",
        COLLECTED,
        "a",
        "x",
        "a no longer shows x: event 3 removed it here, and event 8 purged its tombstone here after asking a and b.",
    ),
    (
        TGC,
        "fixed",
        COLLECTED,
        "b",
        "x",
        "b no longer shows x: event 3 removed it at a and left tombstone (a, 2), here since event 5.",
    ),
    # found by comparing the sentences of random runs with what happened in them
    (
        CCS,
        "attempt",
        "add a x; rem a x; add a x",
        "a",
        "x",
        "a no longer shows x: event 3 minted dot (a, 1) again, which event 2 had removed here, so it counts as seen "
        "and removed.",
    ),
    (
        CCS,
        "attempt",
        "add b x; add b x; delta b a 2; rem a x; merge a b",
        "b",
        "x",
        "b no longer shows x: event 4 removed its dot (b, 1) at a, which event 1's add got as well, and event 5 "
        "brought that here.",
    ),
    (
        CCS,
        "fixed",
        "add a x; rem a x; add b x; rem b x; merge a b",
        "b",
        "x",
        "b no longer shows x: event 4 removed its dot (b, 1) here.",
    ),
    (
        MVR,
        "fixed",
        "write a y; write b y; write b x; merge a b; write b x",
        "b",
        "y",
        "b no longer shows y: event 5 wrote x over it here.",
    ),
    (
        MVR,
        "fixed",
        "write b x; write b y; write a x; write a y; merge a b",
        "b",
        "x",
        "b no longer shows x: event 2 wrote y over it here.",
    ),
    (
        ORS,
        "fixed",
        "add b x; rem b x; add a x; rem a x; merge a b",
        "b",
        "x",
        "b no longer shows x: its tag (b, 1) is tombstoned, since event 2 removed it here.",
    ),
    (
        ORS,
        "attempt",
        "add b x; rem b x; merge b a; add a x; rem a x",
        "a",
        "x",
        "a no longer shows x: its tag (x, 1) is tombstoned, since event 5 removed it here.",
    ),
    (
        ORS,
        "broken",
        "add b y; rem b y; merge b a; add a x; rem a x",
        "a",
        "x",
        "a no longer shows x: its tag 1 is tombstoned, since event 5 removed it here.",
    ),
    (
        TGC,
        "fixed",
        "add a x; sync a b; rem a x; rem b x; sync a b",
        "b",
        "x",
        "b no longer shows x: event 4 removed it here and left tombstone (b, 1).",
    ),
]


@pytest.mark.parametrize(("family", "version", "text", "replica", "element", "sentence"), WHY)
def test_why(family, version, text, replica, element, sentence):
    trace = played(family, version, text)
    assert why(trace, len(trace), replica, element) == sentence


def test_a_value_written_twice_is_explained_once_for_both():
    trace = played(MVR, "fixed", TWICE)
    assert why(trace, 4, "c", "same") == (
        "c shows same twice: its vectors {a: 1} (since event 3) and {b: 1} (since event 4) do not dominate each other."
    )
    assert why(trace, 6, "b", "new") == "b has not heard of new yet."


def test_a_value_that_another_dominates_unseen():
    boast = with_rule(FAMILIES[MVR]["fixed"], lambda writer, siblings: {"a": 8, "b": 8} if writer == "a" else {})
    trace = played(MVR, boast, "write a x; write b y; merge b a")
    assert why(trace, 3, "a", "y") == (
        "a does not show y: its vector {b: 1}, offered in event 3, is dominated by x's {a: 9, b: 8}, here "
        "since event 1, though no write known here had seen y."
    )


def test_what_the_remover_had_not_seen_is_said_at_the_time_not_in_hindsight():
    trace = played(ORS, "broken", COLLISION)
    assert why(trace, 3, "b", "milk") == "b shows milk: its tag 1 is live here since event 2."
    assert why(trace, 0, "b", "milk") == "b has not heard of milk yet."


HAPPENED = [
    (
        LWW,
        "broken",
        NEWER_REMOVE,
        4,
        "b's adds flow to a: nothing new.",
    ),
    (
        LWW,
        "attempt",
        BACK_TO_SENDER,
        4,
        "a's adds flow to b; b's removes flow back to a, the sender: v's remove time 5 is now stored at a.",
    ),
    (
        LWW,
        "fixed",
        TIE,
        3,
        "b's adds and removes flow to a: x's remove time 2 is now stored at a.",
    ),
    (
        LWW,
        "fixed",
        TIE,
        4,
        "Nothing new: a already stores add time 2 for x, and 1 is no later.",
    ),
    (
        ORS,
        "broken",
        COLLISION,
        2,
        "b adds milk with tag 1, the same tag that bread got at a in event 1.",
    ),
    (
        ORS,
        "broken",
        COLLISION,
        3,
        "a tombstones bread's tag 1.",
    ),
    (
        ORS,
        "broken",
        COLLISION,
        4,
        "a's tags and tombstones flow to b: b learns that tag 1 is tombstoned and drops milk's tag 1.",
    ),
    (
        ORS,
        "broken",
        BORN_DEAD,
        4,
        "b adds y with tag 1, the same tag that x got at a in event 1; it is tombstoned at b already, so the "
        "next merge into b drops it.",
    ),
    (
        MVR,
        "broken",
        OVERWRITE,
        4,
        "b writes z with vector {b: 2}, in place of y {b: 1} and x {a: 1}; {b: 2} does not dominate x {a: 1}.",
    ),
    (
        MVR,
        "fixed",
        STALE,
        4,
        "a's siblings flow to b: nothing new, as b already holds what dominates or equals old {a: 1}.",
    ),
    (
        MVR,
        "fixed",
        TWICE,
        6,
        "c's siblings flow to a: a takes in new {a: 1, b: 1, c: 1} and drops same {a: 1}, which is dominated.",
    ),
    (
        CCS,
        "broken",
        GAP,
        3,
        "a's delta 2 (add of y: (a, 2)) reaches b: b takes in y (a, 2) and moves its vector to {a: 2}, jumping "
        "the gap (a, 1), which it never saw.",
    ),
    (
        CCS,
        "fixed",
        GAP,
        3,
        "a's delta 2 (add of y: (a, 2)) reaches b: b takes in y (a, 2) and keeps (a, 2) in its cloud.",
    ),
    (
        CCS,
        "fixed",
        GAP,
        4,
        "a's state flows to b: b takes in x (a, 1) and moves its vector to {a: 2}.",
    ),
    (
        CCS,
        "attempt",
        MINTED_AGAIN,
        2,
        "a adds y as dot (a, 1) again, as its vector still lacks a, drops x (a, 1) and does not take in y (a, "
        "1) (it counts as seen).",
    ),
    (
        CCS,
        "attempt",
        UNNAMED,
        4,
        "a holds no dot of x, so its delta 3 removes nothing.",
    ),
    (
        CCS,
        "fixed",
        OUT_OF_ORDER,
        6,
        "a's delta 2 (add of y: (a, 2)) reaches b: nothing new, b does not take in y (a, 2) (it counts as seen).",
    ),
    (
        TGC,
        "broken",
        RESURRECTION,
        4,
        "a asks a, and purges the tombstone of x (a, 2), though b and c have not delivered it and are not asked.",
    ),
    (
        TGC,
        "attempt",
        OBSERVER,
        4,
        "obs, who is no member, reports an empty vector to a.",
    ),
    (
        TGC,
        "attempt",
        OBSERVER,
        7,
        "a asks a, b, c and obs: nothing new, it keeps the tombstone of x (a, 2), as c and obs (no live member)"
        " have not confirmed it.",
    ),
    (
        TGC,
        "fixed",
        COLLECTED,
        5,
        "a's state flows to b: b learns the tombstone of x (a, 2), drops x and has now delivered {a: 2}.",
    ),
    (
        TGC,
        "fixed",
        COLLECTED,
        6,
        "c leaves the membership; a and b stay.",
    ),
    (
        TGC,
        "fixed",
        COLLECTED,
        7,
        "b tells a what it has delivered: {a: 2}.",
    ),
    (
        TGC,
        "fixed",
        COLLECTED,
        8,
        "a asks a and b, and purges the tombstone of x (a, 2).",
    ),
]


@pytest.mark.parametrize(("family", "version", "text", "position", "sentence"), HAPPENED)
def test_what_happened(family, version, text, position, sentence):
    assert what_happened(played(family, version, text), position) == sentence


DIFFER = [
    (
        LWW,
        "broken",
        NEWER_REMOVE,
        (4, "After event 4 (merge b a), a stores a remove of y at 2 in fixed and none in broken."),
        (4, "After event 4 (merge b a), a shows y in broken and nothing in fixed."),
    ),
    (
        ORS,
        "broken",
        COLLISION,
        (
            2,
            "After event 2 (add b milk), milk's new tag is 1, also bread's of event 1, in broken and (b, 1), "
            "its alone, in fixed.",
        ),
        (4, "After event 4 (merge a b), b shows nothing in broken and milk in fixed."),
    ),
    (
        ORS,
        "attempt",
        COLLISION,
        None,
        None,
    ),
    (
        MVR,
        "broken",
        OVERWRITE,
        (4, "After event 4 (write b z), b stores z {b: 2} in broken and z {a: 1, b: 2} in fixed."),
        (5, "After event 5 (merge b a), a shows x, z in broken and z in fixed."),
    ),
    (
        CCS,
        "broken",
        GAP,
        (
            3,
            "After event 3 (delta a b 2), b stores the vector entry {a: 2} in broken and (a, 2) in its cloud in fixed.",
        ),
        (4, "After event 4 (merge a b), b shows y in broken and x, y in fixed."),
    ),
    (
        CCS,
        "attempt",
        MINTED_AGAIN,
        (1, "After event 1 (add a x), a stores (a, 1) in its cloud in attempt and the vector entry {a: 1} in fixed."),
        (2, "After event 2 (add a y), a shows nothing in attempt and x, y in fixed."),
    ),
    (
        TGC,
        "broken",
        RESURRECTION,
        (4, "After event 4 (purge a), a keeps the tombstone of x (a, 2) in fixed and not in broken."),
        (5, "After event 5 (sync b a), a shows x in broken and nothing in fixed."),
    ),
    (
        TGC,
        "attempt",
        COLLECTED,
        None,
        None,
    ),
]


@pytest.mark.parametrize(("family", "version", "text", "cause", "symptom"), DIFFER)
def test_differences(family, version, text, cause, symptom):
    assert differences(played(family, version, text), played(family, "fixed", text)) == (cause, symptom)


def test_the_exact_cases_reach_every_kind_of_reason_that_goes_wrong():
    ends = [(family, played(family, version, text), *names) for family, version, text, *names, _ in WHY]
    kinds = {(family, reason(trace, len(trace), *names).kind) for family, trace, *names in ends}
    assert kinds >= {
        (LWW, "left behind"), (LWW, "sent back"), (ORS, "same tag"), (ORS, "doomed"), (MVR, "not dominated"),
        (CCS, "jumped"), (CCS, "again"), (CCS, "shared"), (CCS, "not named"), (TGC, "resurrected"), (TGC, "waiting"),
    }  # fmt: skip
