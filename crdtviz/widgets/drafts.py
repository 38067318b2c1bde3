"""Drafts of a schedule: write, undo, redo and fork, and nothing that was typed is ever lost."""

from __future__ import annotations


class Branch:
    """One line of drafts: every text it ever held, and which one is current."""

    def __init__(self, text: str):
        self.texts, self.at = [text], 0


class Drafts:
    """Branches of drafts, one of them current. Branches are numbered from 0 in the order they were forked."""

    def __init__(self, text: str = ""):
        self.branches, self.current = [Branch(text)], 0

    @property
    def branch(self) -> Branch:
        return self.branches[self.current]

    @property
    def text(self) -> str:
        return self.branch.texts[self.branch.at]

    def write(self, text: str) -> None:
        """A new draft after the current one. What had been undone goes to a branch of its own first."""
        branch = self.branch
        if text == self.text:
            return
        if branch.at + 1 < len(branch.texts):
            kept = Branch("")
            kept.texts, kept.at = list(branch.texts), len(branch.texts) - 1
            self.branches.append(kept)
            del branch.texts[branch.at + 1 :]
        branch.texts.append(text)
        branch.at += 1

    def undo(self) -> None:
        self.branch.at = max(0, self.branch.at - 1)

    def redo(self) -> None:
        self.branch.at = min(len(self.branch.texts) - 1, self.branch.at + 1)

    def fork(self) -> None:
        """A new branch that starts with the current text, and becomes current."""
        self.branches.append(Branch(self.text))
        self.current = len(self.branches) - 1

    def choose(self, number: int) -> None:
        self.current = number
