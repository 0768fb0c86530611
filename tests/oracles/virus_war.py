"""The Virus War rules once more, naively: sets of cells, everything searched anew each time.

It shares nothing with the engine. It is slow and plain on purpose: whoever doubts the engine
reads this file against the rules page.
"""

from itertools import product

FREE, HIDDEN, CHANCE = -1, -2, -1


class SetOracle:
    """One game, played in place. Cells are (row, col); ``settings`` is a plain dict."""

    def __init__(self, settings):
        self.size = settings["size"]
        self.settings = settings
        self.value = dict.fromkeys(product(range(self.size), repeat=2), FREE)
        self.holding = {FREE: set(self.value), 0: set(), 1: set(), 2: set(), 3: set()}
        self.near = {cell: self.around(cell) for cell in self.value}
        self.started = [False, False]
        self.turn, self.player = 1, 0
        self.left = settings["first_turn_actions"] or settings["actions_per_turn"]
        self.passes = 0
        self.turns = [[]]
        self.result = None
        if settings["opening"] == "corners":
            last = self.size - 1
            cells = settings["start_cells"] or [(0, 0), (last, last)]
            for player, cell in enumerate(cells):
                self.put(tuple(cell), player)
                self.started[player] = True

    def put(self, cell, value):
        self.holding[self.value[cell]].remove(cell)
        self.holding[value].add(cell)
        self.value[cell] = value

    def cells(self, *values):
        return set().union(*(self.holding[value] for value in values))

    def around(self, cell):
        steps = product((-1, 0, 1), repeat=2)
        near = {(cell[0] + r, cell[1] + c) for r, c in steps} - {cell}
        return near & self.value.keys()

    def region(self, player):
        region, zombies = self.cells(player), self.cells(2 + player)
        while True:
            more = {cell for cell in zombies if not self.near[cell].isdisjoint(region)}
            if not more:
                return region
            region |= more
            zombies -= more

    def available(self, player):
        if not self.started[player]:
            edge = 0 if player == 0 else self.size - 1
            return {cell for cell in self.cells(FREE) if cell[1] == edge}
        region, targets = self.region(player), self.cells(FREE, 1 - player)
        return {cell for cell in targets if not self.near[cell].isdisjoint(region)}

    def to_act(self):
        if self.result:
            return None
        opening = self.turn <= 2 * self.settings["opening_turns"]
        if opening and self.available(self.player) & self.cells(FREE):
            return CHANCE
        return self.player

    def legal(self):
        if self.result:
            return []
        available, enemies = self.available(self.player), self.cells(1 - self.player)
        grows = [("grow", *cell) for cell in sorted(available - enemies)]
        if self.to_act() == CHANCE:
            return grows
        kills = [("kill", *cell) for cell in sorted(available & enemies)]
        may_pass = self.settings["can_pass"] and self.started[self.player] and not self.turns[-1]
        return [("pass",)] * may_pass + grows + kills

    def play(self, word, *cell):
        me, enemy = self.player, 1 - self.player
        self.turns[-1].append((word, *cell))
        if word == "pass":
            self.passes += 1
            self.left = 0
        else:
            self.passes = 0
            self.left -= 1
            self.put(cell, me if word == "grow" else 2 + me)
            self.started[me] = True
            if self.started[enemy] and not self.available(enemy):
                alive = self.cells(enemy)
                self.result = (me, "shut-in" if alive else "destroyed")
                return
        if self.passes == 2:
            self.result = (None, "double-pass")
            return
        if self.left == 0:
            self.turn, self.player = self.turn + 1, enemy
            self.left = self.settings["actions_per_turn"]
            self.turns.append([])
        if not self.available(self.player):
            self.result = (1 - self.player, "stuck")

    def visible(self, player):
        if self.settings["vision"] == "all" or player is None:
            return set(self.value)
        if not self.started[player]:
            return self.available(player)
        own = self.cells(player, 2 + player)
        return own.union(*(self.near[cell] for cell in own))

    def board(self, player):
        seen = self.visible(player)
        rows = range(self.size)
        return [[self.value[r, c] if (r, c) in seen else HIDDEN for c in rows] for r in rows]

    def last_turn(self, player):
        """The opponent's running or last turn; for a spectator what was played last."""
        running, before = self.turns[-1], self.turns[-2] if len(self.turns) > 1 else []
        if player is None:
            return running or before
        return before if player == self.player else running

    def view(self, player):
        asked = self.to_act()
        view = {
            "player_turn_idx": -1 if asked is None else asked,
            "player_idx": player,
            "turn": self.turn,
            "actions_left": 0 if self.result else self.left,
            "rows": self.size,
            "cols": self.size,
            "board": self.board(player),
        }
        if self.settings["vision"] == "all":
            view["last_turn"] = [on_wire(*action) for action in self.last_turn(player)]
        return view


def on_wire(word, *cell):
    return {"action": word, "params": dict(zip(("row", "col"), cell, strict=False))}


def off_wire(action):
    return (action["action"], *action["params"].values())
