"""Predictions: the right answer must be on offer, and nothing is revealed before a choice."""

import pytest

from crdtviz import ScheduleError
from crdtviz.widgets import Predict

SHOPPING = "add a milk 1\nmerge a b\nrem b milk 2\nmerge b a"
ANSWERS = [[[], []], [["milk"], []]]


@pytest.fixture
def predict():
    return Predict("lww_element_set", "broken", SHOPPING, ["a", "b"], ANSWERS)


def test_it_starts_undecided_and_reveals_nothing(predict):
    assert predict.buttons.value == "I have not decided"
    assert "✓" not in predict.reveal(0) and "milk" not in predict.reveal(0)
    assert "✓" not in predict._repr_mimebundle_()["text/plain"]


def test_a_wrong_choice_is_told_the_answer_and_why(predict):
    assert "✗ Not quite: a: milk; b: nothing" in predict.reveal(1)
    assert "a shows milk" in predict.reveal(1)


def test_the_right_choice_is_told_so_and_asks_what_surprised(predict):
    assert "✓ Yes" in predict.reveal(2) and "surprised" in predict.reveal(2)


def test_the_right_answer_has_to_be_on_offer():
    with pytest.raises(ScheduleError, match="the right one is missing"):
        Predict("lww_element_set", "fixed", SHOPPING, ["a", "b"], ANSWERS[1:])


def test_names_are_text():
    predict = Predict("or_set", "fixed", [["add", "a", "<b>"]], ["a"], [[["<b>"]], [[]]])
    assert "<b>a" not in predict.prompt() and "&lt;b&gt;" in predict.prompt() + predict.reveal(1)
