"""planner: plays the rest of the round through, for itself and for everybody else.

Within a round nothing is hidden and nothing is drawn, so for each promising action the round is
played to its end, every player taking what looks best at once. The action is best that leaves this
player furthest ahead of the others, by what the sheets are worth then: points so far, and a share
of what they promise, the smaller the fewer rounds are left.
"""

POINTS = (0, 0, 0, 0, 5, 5, 5, 5, 10, 10, 10, 12, 12)
PROMISE = (0, 0.9, 1.9, 3.2, 5, 5.9, 6.9, 8.3, 10, 10.6, 11.3, 12, 12)
"""What so many boxes of a disease are worth while there is time for more."""
LINE = 1.6
"""A completed line: a free box, perhaps one that completes another line."""
NEAR = 0.9
EXTRA, WILDCARD, PRIORITY = 1.6, 4.0, 1.0
LONE = 0.4
"""The share of a die alone on a laboratory card that is lost, on average."""
HASTE = 0.15
"""High dice are placed first: they cost more when nothing fits any more."""
LOOKS, TRIED = 2, 4
"""How many of my own next placements are looked at closely, and how many ways each.

Only with two players: what two or three others will do is guessed too badly to plan upon it.
"""
WORK = 260
"""How many placements are played through for one answer, about."""
FULL = 0b111111111111
LINES = [0b1111 << 4 * row for row in range(3)] + [0b000100010001 << column for column in range(4)]
CROSSED = [mask.bit_count() for mask in range(FULL + 1)]
NEARNESS = [
    sum(
        ((mask & line).bit_count() / line.bit_count()) ** 2 for line in LINES if mask & line != line
    )
    for mask in range(FULL + 1)
]
THROUGH = [[(k, line) for k, line in enumerate(LINES) if line >> box & 1] for box in range(12)]
ONE_SLOT = {
    "A": {2: 3, 4: 5, 6: 7},
    "B": {2: 4, 4: 8, 6: 12},
    "C": {1: 3, 3: 5, 5: 7},
    "D": {1: 2, 3: 6, 5: 10},
}
TWO_SLOTS = {
    "A": lambda left, right: left == right,
    "B": lambda left, right: left % 2 != right % 2,
    "C": lambda left, right: left >= right,
    "D": lambda left, right: left != right,
}


def get_action(state, api):
    game = Game(state)
    now = Round(state)
    legal = state["legal_actions"]
    order = sorted(range(len(legal)), key=lambda i: -game.promise(now, legal[i]["params"]))
    dice = max(1, sum(map(len, state["dice"])))
    chosen = order[: max(4, WORK // dice)]
    return legal[max(chosen, key=lambda i: game.outlook(now, legal[i]["params"]))]


class Round:
    """What changes while a round is played; ``masks[player][disease]`` has box 1 in bit 0."""

    def __init__(self, state):
        sheets, cards = state["sheets"], state["cards"]
        self.masks = [
            [sum(1 << box - 1 for box in boxes) for boxes in sheet["boxes"]] for sheet in sheets
        ]
        self.labs = [sum(1 << box for box in sheet["lab"]) for sheet in sheets]
        self.extra = [
            WILDCARD * (sheet["wildcards"]["circled"] - sheet["wildcards"]["used"])
            for sheet in sheets
        ]
        for die in cards["contaminated"]:
            self.extra[die["player"]] -= die["value"]
        self.claimed = {disease for sheet in sheets for disease in sheet["cures"]}
        self.trial = [tuple(die["value"] for die in dice) for dice in cards["trial"]]
        self.lab = [
            [die and (die["player"], die["value"]) for die in card["slots"]]
            for card in cards["lab"]
        ]
        self.dice = [list(dice) for dice in state["dice"]]
        self.placer = state["placer_idx"]
        self.pending = [(one["player"], one["disease"]) for one in state["pending"]]
        self.holder = state["priority_idx"]
        self.lab_used = self.holder != state["placer_idx"] or any(map(any, self.lab))

    def copy(self):
        other = Round.__new__(Round)
        other.masks = [masks[:] for masks in self.masks]
        other.labs, other.extra = self.labs[:], self.extra[:]
        other.claimed, other.trial = set(self.claimed), self.trial[:]
        other.lab = [slots[:] for slots in self.lab]
        other.dice = [dice[:] for dice in self.dice]
        other.placer, other.pending = self.placer, self.pending[:]
        other.holder, other.lab_used = self.holder, self.lab_used
        return other


class Game:
    """What stays the same while a round is played, and how sheets are valued."""

    def __init__(self, state):
        self.me, self.players = state["player_idx"], len(state["sheets"])
        self.looks = LOOKS if self.players == 2 else 0
        self.left = 1 - state["round"] / state["rounds"]
        icons = state["icons"]
        self.icons = [icons["rows"][d] + icons["columns"][d] for d in range(4)]
        self.letters = [card["card"][0] for card in state["cards"]["lab"]]
        self.free_side = [card["card"] == "C2" for card in state["cards"]["lab"]]
        self.open_worth, self.closed_worth = worth_tables(state["round"], state["rounds"])

    def worth(self, now, disease):
        return self.closed_worth if disease in now.claimed else self.open_worth

    def promise(self, now, params):
        """How good an action of mine looks at once; decides which are looked at closely."""
        if "box" in params:
            return self.gain(now, self.me, params["disease"], params["box"])
        spent = WILDCARD if params["value"] != params["die"] else 0
        return self.placing_gain(now, self.me, self.move_of(params)) - spent

    def outlook(self, now, params):
        """How far I am ahead when the round is over, if I do this now."""
        here = now.copy()
        if "box" in params:
            here.pending.pop(0)
            self.cross(here, self.me, params["disease"], params["box"])
        else:
            here.dice[self.me].remove(params["die"])
            here.dice[self.me].append(params["value"])
            here.extra[self.me] -= WILDCARD * (params["value"] != params["die"])
            self.place(here, self.me, self.move_of(params))
        self.settle(here)
        return self.finish(here, (here.placer + 1) % self.players, self.looks)

    def finish(self, now, player, looks):
        """How far I am ahead at the end of the round; of my next moves the best few are tried."""
        while now.dice[player]:
            if player == self.me and looks:
                moves = list(self.moves(now, player))
                moves.sort(key=lambda move: -self.worth_of(now, player, move))
                return max(self.after(now, move, looks - 1) for move in moves[:TRIED])
            self.place(now, player, self.best_move(now, player))
            self.settle(now)
            player = (player + 1) % self.players
        return self.ahead(now)

    def after(self, now, move, looks):
        here = now.copy()
        self.place(here, self.me, move)
        self.settle(here)
        return self.finish(here, (self.me + 1) % self.players, looks)

    def move_of(self, params):
        if params["target"] == "trial":
            return params["value"], "trial", params["disease"], 0
        if params["target"] == "lab":
            return params["value"], "lab", self.letters.index(params["card"][0]), params["slot"]
        return params["value"], "bad", 0, 0

    def ahead(self, now):
        for slots in now.lab:
            lone = [die for die in slots if die]
            if len(slots) == 2 and len(lone) == 1:
                now.extra[lone[0][0]] -= lone[0][1]
        values = [self.sheet_worth(now, player) for player in range(self.players)]
        values[now.holder] += PRIORITY * (self.left > 0)
        mine = values.pop(self.me)
        return mine - (0.5 * max(values) + 0.5 * sum(values) / len(values))

    def sheet_worth(self, now, player):
        colours = sum(self.worth(now, d)[mask] for d, mask in enumerate(now.masks[player]))
        return colours + now.extra[player] + 0.1 * now.labs[player].bit_count()

    def gain(self, now, player, disease, box):
        """What crossing off a box brings its player at once."""
        worth, before = self.worth(now, disease), now.masks[player][disease]
        after = before | 1 << box - 1
        lines = sum(after & line == line for _, line in THROUGH[box - 1])
        return worth[after] - worth[before] + LINE * lines

    def best_move(self, now, player):
        return max(self.moves(now, player), key=lambda move: self.worth_of(now, player, move))

    def worth_of(self, now, player, move):
        return self.placing_gain(now, player, move) + HASTE * move[0]

    def moves(self, now, player):
        """Every placement without a wildcard: die, target, disease or card, slot."""
        masks = now.masks[player]
        for die in set(now.dice[player]):
            yield die, "bad", 0, 0
            for disease in range(4):
                lying = now.trial[disease]
                box = die + sum(lying)
                if len(lying) < 2 and not masks[disease] >> box - 1 & 1:
                    yield die, "trial", disease, 0
            for card, slots in enumerate(now.lab):
                for slot in self.open_slots(card, slots):
                    box = self.lab_box(card, slots, slot, die)
                    if box == 0 or (box and not now.labs[player] >> box & 1):
                        yield die, "lab", card, slot

    def open_slots(self, card, slots):
        empty = [slot for slot, die in enumerate(slots) if die is None]
        return empty if self.free_side[card] else empty[:1]

    def lab_box(self, card, slots, slot, die):
        """The box completed, 0 for a die alone, None where it may not lie."""
        letter = self.letters[card]
        if len(slots) == 1:
            return ONE_SLOT[letter].get(die)
        other = slots[1 - slot]
        if other is None:
            return 0
        left, right = (die, other[1]) if slot == 0 else (other[1], die)
        return left + right if TWO_SLOTS[letter](left, right) else None

    def placing_gain(self, now, player, move):
        die, target, where, slot = move
        if target == "bad":
            return -die
        if target == "trial":
            return self.gain(now, player, where, die + sum(now.trial[where]))
        slots = now.lab[where]
        first = 0 if now.lab_used else PRIORITY * (self.left > 0)
        box = self.lab_box(where, slots, slot, die)
        if box == 0:
            return first - LONE * die
        saved = sum(LONE * other[1] for other in slots if other and other[0] == player)
        return first + saved + (WILDCARD if box % 2 else EXTRA)

    def place(self, now, player, move):
        die, target, where, slot = move
        now.dice[player].remove(die)
        now.placer = player
        if target == "bad":
            now.extra[player] -= die
        elif target == "trial":
            box = die + sum(now.trial[where])
            now.trial[where] = (*now.trial[where], die)
            self.cross(now, player, where, box)
        else:
            self.place_lab(now, player, die, where, slot)

    def place_lab(self, now, player, die, card, slot):
        slots = now.lab[card]
        box = self.lab_box(card, slots, slot, die)
        partners = {other[0] for other in slots if other} - {player}
        slots[slot] = (player, die)
        if not now.lab_used:
            now.holder, now.lab_used = player, True
        if box:
            for who in (player, *partners):
                self.cross_lab(now, who, box)

    def cross_lab(self, now, player, box):
        if now.labs[player] >> box & 1:
            return
        now.labs[player] |= 1 << box
        if box % 2:
            now.extra[player] += WILDCARD
        else:
            now.pending.append((player, None))

    def cross(self, now, player, disease, box):
        after = now.masks[player][disease] | 1 << box - 1
        now.masks[player][disease] = after
        for index, line in THROUGH[box - 1]:
            if after & line == line:
                now.pending.insert(0, (player, self.icons[disease][index]))

    def settle(self, now):
        """Answer what is pending by what looks best at once, then claim cures."""
        while now.pending:
            player, colour = now.pending.pop(0)
            boxes = self.free_boxes(now, player, colour)
            if boxes:
                best = max(boxes, key=lambda at: self.gain(now, player, *at))
                self.cross(now, player, *best)
        for disease in {0, 1, 2, 3} - now.claimed:
            for player, masks in enumerate(now.masks):
                if masks[disease] == FULL:
                    now.claimed.add(disease)
                    now.extra[player] += 5

    def free_boxes(self, now, player, colour):
        masks = now.masks[player]
        return [
            (disease, box)
            for disease in (range(4) if colour is None else (colour,))
            for box in range(1, 13)
            if not masks[disease] >> box - 1 & 1
        ]


TABLES = {}


def worth_tables(number, rounds):
    """What a disease's crossed boxes are worth, by mask: its cure still open, and closed."""
    if (number, rounds) not in TABLES:
        left = 1 - number / rounds
        closed = [value_of(mask, left) for mask in range(FULL + 1)]
        hope = [5 * left * (count / 12) ** 4 for count in range(12)] + [5.0]
        opened = [value + hope[CROSSED[mask]] for mask, value in enumerate(closed)]
        TABLES[number, rounds] = (opened, closed)
    return TABLES[number, rounds]


def value_of(mask, left):
    sure = POINTS[CROSSED[mask]]
    hope = PROMISE[CROSSED[mask]] + NEAR * NEARNESS[mask] - sure
    return sure + min(1.0, left + 0.25) * hope
