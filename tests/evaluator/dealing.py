"""Create deals for tests: at random, with hypothesis, or from one line of text."""

from hypothesis import strategies as st

from showdown.evaluator.cards import Card
from showdown.evaluator.deals import DEFAULT_LABELS, Deal, Hand
from showdown.evaluator.games import GAMES, Family, find_game
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2026
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Pot, Wagers
from tests.made_up_games import EVERY_GAME

# Deals of Omaha Hi/Lo that are divided in different ways.
ONE_HIGH_TWO_LOWS = "KhQcJs8s Ac3h9dTs As3d9cTh | 2d5h7cKsKd"
THREE_ALIKE = "AcKc2c9h AdKd2d9s AhKh2h9c | 3s4s8dTcTh"
TWO_ALIKE = "AcKc2c9h AdKd2d9s | 3s4s8dTcTh"
QUARTERED = "Ah2sQd9s Ac2d6sJh | Kd4hKh5s3c"
SCOOPED = "AcKdJd3d 5c5d6c7d | AhKh5s2sQd"
ALL_IN = "Ac3h9dTs KhQcJs8s QhQsJcTd | 2d5h7cKsKd"

GAMES_BY_SLUG = {game.slug: game for game in EVERY_GAME}
EVERY_SLUG = tuple(GAMES_BY_SLUG)


def build_deal(game, players, cards):
    """Return the deal of the first cards: hands in seat order, then boards."""
    used = players * game.hole + game.board
    return Deal.from_numbers(game, bytes(card.number for card in cards[:used]))


def random_deal(rng, game, players):
    """Return a random deal; stud that runs out of cards shares the last one."""
    needed = players * game.hole + game.board
    if needed <= len(game.deck):
        return build_deal(game, players, rng.sample(game.deck, needed))
    own = game.hole - 1
    shared, *cards = rng.sample(game.deck, players * own + 1)
    hands = [[*cards[index : index + own], shared] for index in range(0, len(cards), own)]
    return build_deal(game, players, [card for hand in hands for card in hand])


def list_board_cards(deal):
    """Return the cards of all boards and runs."""
    return tuple(card for board in deal.boards for card in board)


def draw_player_count(rng, game, max_players=10):
    """Draw a number of players, often two, because large tables take longer and prove no more."""
    max_by_deck = (len(game.deck) - game.board) // game.hole
    counts = [count for count in game.players if 2 <= count <= min(max_players, max_by_deck)]
    return rng.choices(counts, [1 / count**2 for count in counts])[0]


@st.composite
def deals(draw, slugs=tuple(GAMES), max_players=11):
    """Draw deals of these games, many from the best or worst cards alone, so that hands tie."""
    game = GAMES_BY_SLUG[draw(st.sampled_from(slugs))]
    deck = game.deck
    max_by_deck = (len(deck) - game.board) // game.hole
    players = draw(st.integers(2, min(max_players, game.players[-1], max_by_deck)))
    needed = players * game.hole + game.board
    size = len(deck) - draw(st.integers(0, (len(deck) - needed) // 4 * 4))
    shuffled = draw(st.permutations(deck[-size:] if draw(st.booleans()) else deck[:size]))
    return build_deal(game, players, shuffled[:needed])


def settle_text(text, game="omaha-hilo", wagers=None, rules=WSOP_2026):
    """Settle a deal `hand hand … | board board`, with cards that have no separators."""
    hands, *boards = text.replace("|", " | ").split(" | ")
    deal = Deal.parse(
        GAMES_BY_SLUG.get(game) or find_game(game), hands.split(), " ".join(boards).split()
    )
    return settle(deal, wagers, rules)


def pay_text(cards, game="omaha-hilo", rules="wsop-2026", **wagers):
    return settle_text(cards, game, Wagers(**wagers), RULE_SETS[rules]).payout


def card_texts(cards):
    return [str(card) for card in cards]


@st.composite
def tables(draw, slugs, contributions=True):
    """Draw a deal and wagers for it: contributions or pots, with folded players."""
    deal = draw(deals(slugs, max_players=5))
    unit = draw(st.sampled_from([1, 1, 5, 25]))
    absent = ("Dora", "Emil")[: draw(st.integers(0, 2))]
    seats = tuple(draw(st.permutations((*deal.labels, *absent))))
    contender, *others = draw(st.permutations(deal.labels))
    folded = (*absent, *draw(st.lists(st.sampled_from(others), unique=True)))
    chips = {label: unit * draw(st.integers(label == contender, 12)) for label in seats}
    return deal, Wagers(
        contributions=chips if contributions else {},
        pots=() if contributions else draw(_pots(set(deal.labels) - set(folded), unit)),
        folded=folded,
        seats=seats,
        button=draw(st.none() | st.sampled_from(seats)),
        unit=unit,
    )


def _pots(still_in, unit):
    eligible = st.lists(st.sampled_from(sorted(still_in)), min_size=1, unique=True).map(tuple)
    amounts = st.integers(1, 40).map(lambda count: count * unit)
    pots = st.builds(Pot, amounts, st.none() | eligible)
    return st.lists(pots, min_size=1, max_size=3).map(tuple)


STUD = tuple(game.slug for game in GAMES.values() if game.family is Family.STUD)


@st.composite
def tied_stud_tables(draw):
    """Draw stud deals in which hands often tie: equal ranks in other suits, or one shared card."""
    game = GAMES_BY_SLUG[draw(st.sampled_from(STUD))]
    ranks = draw(st.lists(st.integers(0, 12), min_size=game.hole, max_size=game.hole))
    suits = [draw(st.permutations(range(4))) for _ in range(13)]
    shared = game.may_share_last_card and draw(st.booleans())
    board = (Card(draw(st.integers(0, 12)), 3),) if shared else ()
    players = draw(st.integers(2, 3))
    stub_by_rank = [[Card(rank, suit) for suit in suits[rank]] for rank in range(13)]
    for card in board:
        stub_by_rank[card.rank].remove(card)
    hands = []
    for _ in range(players):
        hand = []
        for rank in ranks[: game.hole - len(board)]:
            nearest = next(cards for cards in stub_by_rank[rank:] + stub_by_rank if cards)
            hand.append(nearest.pop())
        hands.append(tuple(hand))
    deal = Deal(game, tuple(map(Hand, DEFAULT_LABELS, hands)), (board,) if board else ())
    seats = tuple(draw(st.permutations(deal.labels)))
    button = draw(st.none() | st.sampled_from(seats))
    return deal, Wagers(pots=(Pot(draw(st.integers(1, 40))),), seats=seats, button=button)


any_tables = tables(EVERY_SLUG) | tables(EVERY_SLUG, contributions=False)
