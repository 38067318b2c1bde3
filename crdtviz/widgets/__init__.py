"""What a notebook shows: players, predictions, live rules, the workshop and the playground."""

from .player import Gallery, Player
from .playground import Playground
from .predict import Predict
from .sources import Meaning, Rules
from .workshop import Workshop

__all__ = ["Gallery", "Meaning", "Player", "Playground", "Predict", "Rules", "Workshop"]
