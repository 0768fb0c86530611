"""planner: plans whole turns.

It looks for the best sequence of actions for its turn with a beam search, lets the enemy answer
each of the best plans with a turn of its own, and takes the plan that stands best after that.

A set of cells is an integer with one bit a cell. A guard column at the end of each row keeps
shifts from running into the next, so that spreading a set to all neighbours takes a few shifts.
Under fog it remembers what it has seen and plans anew after each action.
"""

FREE, HIDDEN = -1, -2
WON, LOST = 1e6, -1e6

WIDTH = 24  # plans kept at each action of the own turn
ANSWERED = 24  # finished plans that the enemy may answer
ANSWER_WIDTH = 12  # plans kept at each action of the enemy's answer
LITTLE_MS = 2000  # with less time than this it plays without looking at answers


def get_action(state, api):
    plan = api.data.pop("plan", [])
    if plan and plan[0] in state["legal_actions"]:
        api.data["plan"] = plan[1:]
        return plan[0]
    board = remembered(state, api)
    search = Search(state["rows"], state["cols"], api.settings["actions_per_turn"])
    root = search.position(board, state)
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


class Search:
    """Positions are two sides, the mover's first; a side is (live, zombies, region, reach)."""

    def __init__(self, rows, cols, actions_per_turn):
        self.width = cols + 1
        self.full = sum(((1 << cols) - 1) << row * self.width for row in range(rows))
        self.edges = [sum(self.cell(row, col) for row in range(rows)) for col in (0, cols - 1)]
        self.actions_per_turn = actions_per_turn

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
        if plans[0][0] >= WON or bank_ms < LITTLE_MS:
            return plans[0][1]
        return max(plans[:ANSWERED], key=self.after_answer)[1]

    def after_answer(self, plan):
        value, _, mine, theirs = plan
        if value <= LOST:
            return value
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
