"""Drafts: nothing that was typed is ever lost."""

from hypothesis import given
from hypothesis import strategies as st

from crdtviz.widgets.drafts import Drafts


def test_undo_and_redo_walk_through_the_drafts():
    drafts = Drafts("one")
    drafts.write("two")
    drafts.undo()
    assert drafts.text == "one"
    drafts.redo()
    assert drafts.text == "two"


def test_undo_stops_at_the_first_draft_and_redo_at_the_last():
    drafts = Drafts("one")
    drafts.undo()
    drafts.redo()
    assert drafts.text == "one"


def test_writing_after_an_undo_keeps_what_was_undone_in_a_branch_of_its_own():
    drafts = Drafts("one")
    drafts.write("two")
    drafts.undo()
    drafts.write("three")
    assert drafts.text == "three"
    drafts.choose(1)
    assert drafts.text == "two"


def test_a_fork_goes_on_with_a_copy():
    drafts = Drafts("one")
    drafts.fork()
    drafts.write("two")
    drafts.choose(0)
    assert drafts.text == "one"


ACTS = st.one_of(st.sampled_from(["undo", "redo", "fork"]), st.tuples(st.just("write"), st.text(max_size=3)))


@given(st.lists(ACTS, max_size=30))
def test_every_text_ever_written_is_still_in_some_branch(acts):
    drafts = Drafts("start")
    written = {"start"}
    for act in acts:
        if isinstance(act, tuple):
            drafts.write(act[1])
            written.add(act[1])
            assert drafts.text == act[1]
        else:
            getattr(drafts, act)()
    assert written <= {text for branch in drafts.branches for text in branch.texts}
