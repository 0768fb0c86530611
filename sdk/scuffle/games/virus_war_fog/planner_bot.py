"""planner: plans whole turns, from a map of what it has seen and guesses at the rest.

It looks for the best sequence of actions for its turn with a beam search, lets the enemy answer
each of the best plans with a turn of its own, and takes the plan that stands best after that.
It knows how many actions the enemy has made; those it has not seen it puts into the dark, grown
at random from what is known, and it judges a plan by the mean of a few such guesses.

A set of cells is an integer with one bit a cell. A guard column at the end of each row keeps
shifts from running into the next, so that spreading a set to all neighbours takes a few shifts.
Under fog it plans anew after each action, which may have shown more.
"""

FREE, HIDDEN = -1, -2
WON, LOST = 1e6, -1e6

GUESSES = 3  # guesses at what the dark holds
WIDTH = 24  # plans kept at each action of the own turn
ANSWERED = 16  # finished plans that the enemy may answer
ANSWER_WIDTH = 8  # plans kept at each action of the enemy's answer
LITTLE_MS = 2000  # with less time than this it plays without looking at answers


def get_action(state, api):
    plan = api.data.pop("plan", [])
    if plan and plan[0] in state["legal_actions"]:
        api.data["plan"] = plan[1:]
        return plan[0]
    board = remembered(state, api)
    search = Search(state["rows"], state["cols"], api.settings["actions_per_turn"])
    root = search.position(board, state)
    if "last_turn" not in state:
        dark, count = unseen(state, board, search, api.settings)
        search.guesses = [search.guess(root, dark, count, api.random) for _ in range(GUESSES)]
    cells = search.best_plan(root, state["actions_left"], api.time.bank_ms)
    actions = [search.action(board, cell) for cell in cells]
    if "last_turn" in state:  # nothing is hidden, so nothing new can be seen within the turn
        api.data["plan"] = actions[1:]
    return actions[0]


def remembered(state, api):
    """The board, its hidden cells filled with what is known of them.

    Live marks stay until they are killed and zombies for ever, so what was seen is still there;
    an own mark that went out of sight was killed. The enemy's start is known from the settings.
    """
    me = state["player_idx"]
    known = api.data.get("board") or first_board(state, api.settings)
    board = [list(row) for row in state["board"]]
    for row, before in zip(board, known, strict=True):
        for col, value in enumerate(row):
            if value == HIDDEN:
                row[col] = 3 - me if before[col] == me else before[col]
    api.data["board"] = board
    return board


def first_board(state, settings):
    """What is known before anything was seen."""
    board = [[FREE] * state["cols"] for _ in range(state["rows"])]
    if settings["opening"] == "corners":
        corners = [(0, 0), (state["rows"] - 1, state["cols"] - 1)]
        for player, (row, col) in enumerate(settings["start_cells"] or corners):
            board[row][col] = player
    return board


def unseen(state, board, search, settings):
    """The cells where unknown enemy marks may be, and how many there must be."""
    me = state["player_idx"]
    made = (state["turn"] - 1 + me) // 2 * settings["actions_per_turn"]
    if me == 1 and settings["first_turn_actions"]:
        made += settings["first_turn_actions"] - settings["actions_per_turn"]
    if settings["opening"] == "corners":
        made += 1
    known = sum(value in (1 - me, 2, 3) for row in board for value in row)
    dark = 0
    for r, row in enumerate(state["board"]):
        for c, value in enumerate(row):
            if value == HIDDEN and board[r][c] == FREE:
                dark |= search.cell(r, c)
    return dark, made - known


class Search:
    """Positions are two sides, the mover's first; a side is (live, zombies, region, reach)."""

    def __init__(self, rows, cols, actions_per_turn):
        self.width = cols + 1
        self.full = sum(((1 << cols) - 1) << row * self.width for row in range(rows))
        self.edges = [sum(self.cell(row, col) for row in range(rows)) for col in (0, cols - 1)]
        self.actions_per_turn = actions_per_turn
        self.guesses = [0]

    def cell(self, row, col):
        return 1 << row * self.width + col

    def position(self, board, state):
        me, sets = state["player_idx"], dict.fromkeys((FREE, 0, 1, 2, 3), 0)
        for r, row in enumerate(board):
            for c, value in enumerate(row):
                sets[value] |= self.cell(r, c)
        sides = []
        for player in (me, 1 - me):
            live, zombies, walls = sets[player], sets[2 + player], sets[3 - player]
            if live or zombies:
                sides.append(self.side(live, zombies, walls))
            else:  # its first mark is still to come
                sides.append((0, 0, 0, self.edges[player] & sets[FREE]))
        return sides

    def guess(self, root, dark, count, rnd):
        """Cells of the enemy's unseen marks, grown from the known ones at random."""
        (mine, side), guessed = root, 0
        for _ in range(count):
            cells = side[3] & dark & ~guessed
            if not cells:
                break
            for _ in range(rnd.randrange(cells.bit_count())):
                cells &= cells - 1
            cell = cells & -cells
            guessed |= cell
            side = self.grown(side, cell, mine[1])
        return guessed

    def action(self, board, cell):
        row, col = divmod(cell.bit_length() - 1, self.width)
        word = "grow" if board[row][col] == FREE else "kill"
        return {"action": word, "params": {"row": row, "col": col}}

    def spread(self, cells):
        wide = cells | cells << 1 | cells >> 1
        return (wide | wide << self.width | wide >> self.width) & self.full

    def side(self, live, zombies, walls):
        region = front = live
        while front:
            front = self.spread(front) & zombies & ~region
            region |= front
        return live, zombies, region, self.spread(region) & ~(live | zombies | walls)

    def children(self, mine, theirs):
        """Every action of mine, as (cell, my side after it, their side after it)."""
        live, zombies, _, reach = mine
        while reach:
            cell = reach & -reach
            reach ^= cell
            if cell & theirs[0]:
                after = self.side(theirs[0] ^ cell, theirs[1], zombies | cell)
                yield cell, self.side(live, zombies | cell, theirs[1]), after
            else:
                yield cell, self.grown(mine, cell, theirs[1]), theirs

    def grown(self, mine, cell, walls):
        live, zombies, region, reach = mine
        near = self.spread(cell)
        if near & zombies & ~region:
            return self.side(live | cell, zombies, walls)
        if not region:
            reach = 0
        live |= cell
        return live, zombies, region | cell, (reach | near) & ~(live | zombies | walls)

    def best_plan(self, root, depth, bank_ms):
        plans = self.turns(*root, depth, WIDTH)
        won = plans[0][0] >= WON and not any(self.guesses)
        if won or bank_ms < LITTLE_MS:
            return plans[0][1]
        return max(plans[:ANSWERED], key=self.after_answer)[1]

    def after_answer(self, plan):
        """How the plan stands after the enemy's best turn, on the mean of all guesses."""
        value, _, mine, theirs = plan
        if value <= LOST:
            return value
        sides = [self.with_guess(theirs, mine, guessed) for guessed in self.guesses]
        return sum(self.answered(mine, side) for side in sides) / len(sides)

    def with_guess(self, theirs, mine, guessed):
        guessed &= ~(mine[0] | mine[1])
        return self.side(theirs[0] | guessed, theirs[1], mine[1]) if guessed else theirs

    def answered(self, mine, theirs):
        if not theirs[3]:
            return WON
        return -self.turns(theirs, mine, self.actions_per_turn, ANSWER_WIDTH)[0][0]

    def turns(self, mine, theirs, depth, width):
        """The best turns found, best first, as (value, cells, my side, their side)."""
        beam = [(0, (), mine, theirs)]
        for left in reversed(range(depth)):
            found = {}
            for _, cells, mine, theirs in beam:
                for cell, *sides in self.children(mine, theirs):
                    key = tuple(sides)
                    if key not in found:
                        found[key] = (value(*sides, left), (*cells, cell), *sides)
            beam = sorted(found.values(), key=lambda plan: -plan[0])[:width]
            if not LOST < beam[0][0] < WON:
                break
        return beam


def value(mine, theirs, left):
    """How I stand with so many actions left: what each may take, and what the enemy has."""
    if not theirs[3]:
        return WON
    if left and not mine[3]:
        return LOST
    return mine[3].bit_count() - 2 * theirs[3].bit_count() - 3 * theirs[0].bit_count()
