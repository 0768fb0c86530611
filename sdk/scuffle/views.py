"""Typed views: what a bot may see as attributes, with helpers, and what an action would do to it.

A game's ``kit.py`` has the class ``View``. It needs the standard library only and loads little; the
rules themselves are loaded when ``after`` is first called. They are the rules that the match is
played with, so a look ahead is what would really happen, as far as the view can know.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Self

    from scuffle.contract import Action, Game, Outcome


_made: "dict[tuple[str, str], Game[Any]]" = {}
"""Games by id and settings, each made once in a process."""


class GameView:
    """One request. Every field of the state is an attribute of the same name.

    Attributes:
        wire: the state as it came.
        settings: the match's game settings.
        legal_actions: the actions of ``player_turn_idx``: in a request one's own; in a look ahead
            those of whoever would be asked, chance's equally likely results included (-1). Empty
            after the end, and where the view cannot know them.
        outcome: how the game would have ended; ``None`` while it runs or cannot be known.
    """

    game: "ClassVar[str]"
    legal_actions: "list[Action]"
    outcome: "Outcome | None" = None

    def __init__(self, state: "dict[str, Any]", settings: "dict[str, Any]") -> None:
        """Show the ``state`` of a request under the match's ``settings`` (``api.settings``)."""
        self.legal_actions = []  # a replay's frames have none
        self.__dict__.update(state)
        self.wire = state
        self.settings = settings
        self._state: Any = None

    def after(self, action: "Action") -> "Self":
        """What this player would see after an action of whoever is asked.

        The view stays as it is. Use ``outcome`` and ``legal_actions`` of the new one to go on.

        Raises:
            ValueError: the action is none of ``legal_actions``.
        """
        self._check(action)
        rules = self._rules()
        state = self._read(rules) if self._state is None else self._state
        actor = rules.to_act(state)
        assert actor is not None
        return self._shown(rules, rules.apply(state, actor, action))

    def _check(self, action: "Action") -> None:
        if action not in self.legal_actions:
            raise ValueError(f"found {action!r}, which is not one of legal_actions here")

    def _shown(self, rules: "Game[Any]", state: "Any") -> "Self":
        actor = rules.to_act(state)
        legal = [] if actor is None else rules.legal_actions(state, actor)
        wire = {**rules.view(state, self.wire["player_idx"]), "legal_actions": legal}
        shown = type(self)(wire, self.settings)
        shown._state, shown.outcome = state, rules.outcome(state)
        return shown

    def _rules(self) -> "Game[Any]":
        """The game under these settings."""
        key = (self.game, repr(self.settings))
        if key not in _made:
            _made[key] = self._make(self.settings)
        return _made[key]

    def _make(self, settings: "dict[str, Any]") -> "Game[Any]":
        raise NotImplementedError

    def _read(self, rules: "Game[Any]") -> "Any":
        """The state that this view shows."""
        raise NotImplementedError

    def __str__(self) -> str:
        """The drawing in characters that ``scuffle play --show`` prints."""
        from importlib import import_module

        text = import_module(f"{type(self).__module__.rpartition('.')[0]}.text")
        return str(text.render(self.wire))

    def _repr_html_(self) -> str:
        """The site's own drawing, in a notebook."""
        from scuffle.html import view_html

        return view_html(self.game, self.wire)
