"""Test the night of an audited log: on its page, through a shared link, and in the API."""

import gzip
import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote_plus

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from showdown.batches import nights
from showdown.models import Batch, HandOfLog, NightLink
from showdown.notation.logs.logged_hand import Skip
from showdown.words.nights import SKIP_NAMES
from tests.audits.night.nights import EVENING, LOGS, make_pokernow_log
from tests.audits.night.test_equities import THIRD_STREET
from tests.audits.test_command import BAD_LOG, GOOD_LOG
from tests.audits.test_converting import HOLDEM

AUDITS = "/showdown/audits/"
LOG = (LOGS / "cash_outs.txt").read_bytes()
COUNT_PATTERN = r"As paid in the log; (.+) paid incorrectly"


def upload_log(client, run_jobs, log=LOG, **fields):
    file = SimpleUploadedFile("kitchen.txt.gz", gzip.compress(log))
    address = client.post(AUDITS, {"file": file} | fields)["Location"]
    run_jobs()
    return address


@pytest.fixture
def address(visitor, run_jobs):
    return upload_log(visitor, run_jobs)


@pytest.fixture
def home_game(visitor, run_jobs):
    return upload_log(visitor, run_jobs, (LOGS / "pokernow.csv").read_bytes())


def text_of(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return unescape(response.content.decode())


def pots_on(page):
    return page.partition("The biggest pots")[2].partition("</ol>")[0]


def create_link(visitor, address, **fields):
    """Create a link for the players. Return its address, or an empty string if it is refused."""
    visitor.post(f"{address}link/", {"do": "make"} | fields)
    link = re.search(r'href="(/showdown/nights/[^"]+)"', text_of(visitor, address))
    return link[1] if link else ""


def test_the_page_has_faults_payments_standings_a_chart_and_the_biggest_pots(visitor, address):
    page_text = text_of(visitor, address)
    assert "Anna was paid 15.83 and was due 15.81 (15.8148)" in page_text
    assert "Anna pays the house</span> <strong>27.50</strong>" in page_text
    assert 'aria-label="Luck of Boris. After 3 hands' in page_text
    order = ("Who pays whom", "Standings", "The biggest pots", "The audit", "Report", "SHA-256")
    assert sorted(order, key=page_text.index) == list(order)
    assert page_text.index("15.8148") < page_text.index("Standings")
    assert re.search(r'<pre id="payments-1" hidden>[^<]*Anna pays the house [\d.]+\n', page_text)
    assert 'aria-label="Luck of Anna.' in text_of(visitor, f"{address}?luck=Anna")
    assert 'aria-label="Luck of Boris.' in text_of(visitor, f"{address}?luck=nobody")


def test_a_tournament_has_standings_but_no_payments(visitor, run_jobs):
    log = (LOGS / "888poker.txt").read_bytes()
    page_text = text_of(visitor, upload_log(visitor, run_jobs, log))
    assert "These are chips of a tournament: nobody pays anybody for them." in page_text
    assert "To agree on a deal for the prizes, use <a" in page_text
    tournament_bill = page_text.partition("In chips: ")[2]
    assert "Standings" in tournament_bill
    assert "Who pays whom" not in tournament_bill


def test_a_log_without_names_has_pots_but_no_payments_and_standings(visitor, run_jobs):
    log = (LOGS / "bovada.txt").read_bytes()
    page_text = text_of(visitor, upload_log(visitor, run_jobs, log))
    assert "This log names seats, not players" in page_text
    assert "The biggest pots" in page_text
    for absent in ("Who pays whom", "Standings", "Luck of", "Bets, wins and all-ins"):
        assert absent not in page_text


def test_luck_has_a_sign_and_a_session_has_its_time(visitor, address):
    page = text_of(visitor, address)
    for table, luck in (
        ('<table class="all-ins', ["+50.55", "−69.55", "+2.48", "−6.47", "−0.30", "−3.76"]),
        ('aria-label="Bets, wins and all-ins"', ["+40.32", "−67.38"]),
    ):
        cells = page.partition(table)[2].partition("</table>")[0]
        assert re.findall('data-label="Luck">([^<]+)', cells) == luck
    assert "Nov 16, 2026, 06:24–06:44 UTC: 2 hands" in page


def test_pages_of_sold_hands_explain_the_price_beside_the_payout(visitor, address):
    sale = "Anna sold the hand to the house, which gets its winnings, for 81.12% of the 19.89 pot"
    for page in ("line/1/", "hands/1/"):
        page_text = text_of(visitor, f"{address}{page}")
        assert f"{sale} less a fee of 0.32; Anna was paid 15.83 and was due 15.81" in page_text
        assert '<strong>Anna</strong> <span class="amount">19.89</span>' in page_text
        assert "<h2>Payouts without the cash-out</h2>" in page_text
    bought_hand = text_of(visitor, f"{address}hands/2/")
    assert "The house paid Boris 65.49 for the hand, and gets its winnings." in bought_hand
    insured_hand = text_of(visitor, f"{address}hands/3/")
    assert "The house paid" not in insured_hand
    premium = "Anna paid the house 4.00 to insure the hand"
    assert f"{premium}; “Won” is what remains after this premium." in insured_hand
    assert "to insure" not in bought_hand


def test_the_hands_paid_incorrectly_are_named_with_the_correct_payouts(visitor, run_jobs):
    address = upload_log(visitor, run_jobs, BAD_LOG)
    pages = [text_of(visitor, f"{address}hands/{number}/") for number in (1, 3)]
    assert ["<h2>Payouts</h2>" in page for page in pages] == [True, False]
    assert ["<h2>Correct payouts</h2>" in page for page in pages] == [False, True]
    sentence = "As paid in the log; 1 hand was paid incorrectly."
    assert sentence in text_of(visitor, address)
    assert sentence in text_of(Client(), create_link(visitor, address))
    assert "As paid in the log" not in text_of(visitor, upload_log(visitor, run_jobs, GOOD_LOG))


@pytest.mark.parametrize("step", [1, -1])
def test_hands_paid_incorrectly_are_counted_under_the_bill_of_their_currency(
    visitor, run_jobs, step
):
    dollars = Path("examples/log.txt").read_bytes()
    euros = THIRD_STREET.replace("$", "€").replace("USD", "EUR").encode()
    logs = [("dollars.txt", dollars), ("chips.ohh", BAD_LOG), ("euros.txt", euros)][::step]
    files = [SimpleUploadedFile(*log) for log in logs]
    address = visitor.post(AUDITS, {"file": files})["Location"]
    run_jobs()
    link = create_link(visitor, address)
    for client, page in ((visitor, address), (Client(), link)):
        _, *bills = text_of(client, page).split('<h3 class="currency">In ')
        counts = {bill.partition(":")[0]: re.findall(COUNT_PATTERN, bill) for bill in bills}
        assert counts == {"$": ["2 hands were"], "€": [], "chips": ["1 hand was"]}


def test_correct_payouts_are_of_players_who_get_chips_or_were_paid(visitor, run_jobs):
    log = Path("examples/log.txt").read_bytes()
    address = upload_log(visitor, run_jobs, log)
    for page, zero in (("hands/1/", "0.00"), ("line/1/", "0")):
        totals = text_of(visitor, address + page).partition('<ul class="totals">')[2]
        payouts = re.findall(
            r"<li><strong>(.+?)</strong> .*?>([\d.]+)<", totals.partition("</ul>")[0]
        )
        assert payouts == [("Boris", zero), ("Cem", "15.25")]


def test_the_page_of_a_hand_links_to_its_neighbors(visitor, address):
    first = text_of(visitor, f"{address}hands/1/")
    assert "Hand 1 of 3" in first
    assert 'rel="prev"' not in first
    assert f'rel="next" href="{address}hands/2/"' in first
    assert "All-in before the flop" in first
    assert ">16.13<" in first
    last = text_of(visitor, f"{address}hands/3/")
    assert 'rel="next"' not in last
    assert f'rel="prev" href="{address}hands/2/"' in last
    for number in (0, 4, 10**9):
        assert visitor.get(f"{address}hands/{number}/").status_code == 404


def test_only_the_first_hands_of_a_long_log_have_pages(visitor, run_jobs, monkeypatch):
    monkeypatch.setattr(nights, "MAX_HANDS", 2)
    address = upload_log(visitor, run_jobs)
    assert "the first 2 of 3" in text_of(visitor, address)
    assert visitor.get(f"{address}hands/2/").status_code == 200
    assert visitor.get(f"{address}hands/3/").status_code == 404


def test_only_the_owner_sees_and_changes_a_night(visitor, address):
    stranger = Client()
    for page in ("", "hands/1/"):
        assert stranger.get(f"{address}{page}").status_code == 404
    assert stranger.post(f"{address}link/", {"do": "make"}).status_code == 404
    assert stranger.post(f"{address}night/", {"chip": "2"}).status_code == 404
    assert not NightLink.objects.exists()


def test_a_shared_link_shows_the_night_with_other_names(visitor, address):
    link = create_link(visitor, address, renames="on")
    player = Client()
    night = text_of(player, link)
    hands = [text_of(player, f"{link}hands/{number}/") for number in (1, 2, 3)]
    for page_text in (night, *hands):
        assert not re.search("Anna|Boris|Cem|Kitchen|kitchen", page_text)
        assert "Player 2" in page_text
    assert "Player 3 pays the house</span> <strong>27.50</strong>" in night
    assert f'rel="next" href="{link}hands/2/"' in hands[0]
    response = player.get(link)
    assert response["X-Robots-Tag"] == "noindex"
    assert "no-store" in response["Cache-Control"]


def test_settle_up_gets_the_payments_of_a_night(visitor, address):
    night = text_of(visitor, address)
    link = re.search(r'href="(/showdown/settle-up/[?][^"]+)"', night)
    settle_up_page = text_of(visitor, link[1])
    night_pattern = r"<li><span>(.+?) pays (.+?)</span> <strong>([\d.]+)<"
    settle_up_pattern = (
        r"<strong>([^<]+)</strong> pays <strong>([^<]+)</strong></span> <[^>]+>([\d.]+)<"
    )
    payments = re.findall(night_pattern, night.partition("Standings")[0])
    assert len(payments) > 2
    assert re.findall(settle_up_pattern, settle_up_page) == payments


def test_settle_up_gets_the_names_of_the_log(visitor, run_jobs):
    address = upload_log(visitor, run_jobs, HOLDEM.replace("Otto", 'Otto "the king": x=1').encode())
    link = re.search(r'href="(/showdown/settle-up/[?][^"]+)"', text_of(visitor, address))[1]
    assert 'pays <strong>Otto "the king": x=1</strong>' in text_of(visitor, link)


def test_standings_have_signed_bars(visitor, address):
    page = text_of(visitor, address)
    bars = re.findall(r'class="net-bar (won|lost)".*?<strong>([+-]?[\d.]+)</strong>', page)
    assert bars
    assert all((kind == "won") == net.startswith("+") for kind, net in bars)
    assert re.search(r'<rect x="-100.0" width="100.0"|<rect x="0" width="100.0"', page)


ODD_NAMES = {
    "quotation marks": ('Otto "the king"', "Otto _the king_"),
    "a colon": ("Otto:king", "Otto_king"),
    "an equals sign": ("=Otto=", "_Otto_"),
    "many characters": ("Otto of the very old family by the great river", "Otto of the very"),
    "no letter": ("♠♠♠", "Seat"),
}
"""Names that no deal line can contain, and the beginnings of the labels that replace them."""


@pytest.mark.parametrize(("name", "label_start"), ODD_NAMES.values(), ids=ODD_NAMES)
@pytest.mark.parametrize("renames", [False, True])
def test_pages_contain_only_one_name_of_a_player(visitor, run_jobs, name, label_start, renames):
    address = upload_log(visitor, run_jobs, HOLDEM.replace("Otto", name).encode())
    if renames:
        visitor, address = Client(), create_link(visitor, address, renames="on")
    night, hand = (text_of(visitor, page) for page in (address, f"{address}hands/1/"))
    page_text, form, rest = hand.partition("<form")
    assert "Open on the table" in form + rest
    if renames:
        pages = [unquote_plus(page) for page in (night, hand)]
        assert not any(text in page for text in (name, label_start) for page in pages)
        name = "Player 1"
    else:
        assert label_start not in page_text.replace(name, "")
    assert all(f'aria-label="{name}"' in page for page in (night, hand))
    assert f"<em>{name}</em>" in hand
    winner = pots_on(night).partition('data-state="wins"')[2].partition("</ul>")[0]
    assert winner.count('class="lifted') == 2


def test_names_at_the_same_table_may_be_merged(visitor, run_jobs):
    address = upload_log(visitor, run_jobs, HOLDEM.encode())
    visitor.post(f"{address}night/", {"same": "Otto=Pia"})
    run_jobs()
    link = create_link(visitor, address, renames="on")
    for client, page in ((visitor, f"{address}hands/1/"), (Client(), f"{link}hands/1/")):
        assert "Pia" not in text_of(client, page)


def test_names_are_shown_unless_the_owner_hides_them(visitor, address):
    box = re.search(r'<input type="checkbox" name="renames"[^>]*>', text_of(visitor, address))
    assert "checked" not in box[0]
    assert "Anna pays the house" in text_of(Client(), create_link(visitor, address))


NINES = ("nine of hearts", "nine of spades")
HOLE_CARDS = {"Nora": NINES, "Pia": ("ace of clubs", "ten of hearts")}
KINGS = ("king of clubs", "king of diamonds")


@pytest.mark.parametrize(
    ("cards", "visible_players", "note"),
    [
        ("", ("Nora", "Pia"), ""),
        ("shown", (), "Hole cards that were not shown are left out."),
        ("shown Nora", ("Nora",), "left out, except one player's."),
    ],
)
@pytest.mark.parametrize("renames", [{}, {"renames": "on"}])
def test_hidden_cards_are_nowhere_behind_a_link(
    visitor, run_jobs, cards, visible_players, note, renames
):
    address = upload_log(visitor, run_jobs, HOLDEM.encode())
    link = create_link(visitor, address, cards=cards, **renames)
    pages = [text_of(Client(), page) for page in (link, f"{link}hands/1/")]
    pots, hand = pots_on(pages[0]).lower(), pages[1].lower()
    for player, names in HOLE_CARDS.items():
        assert [name in hand for name in names] == [player in visible_players] * 2
    assert [name in pots for name in NINES] == ["Nora" in visible_players] * 2
    assert all(name in page_text for page_text in (pots, hand) for name in KINGS)
    if not visible_players and cards:
        texts = "".join(pages).replace(link, "")  # its random characters may look like a card
        assert not re.search(r"\b(9h|9s|Ac|Th)(?![a-z])", texts)
    assert all(note in page for page in pages)
    assert all(("Names are replaced." in page) == bool(renames) for page in pages)


def test_a_link_with_the_cards_of_an_unknown_player_is_refused(visitor, address):
    visitor.post(f"{address}link/", {"do": "make", "cards": "shown nobody"})
    assert not NightLink.objects.exists()
    assert "choose again which hole cards to show" in text_of(visitor, address)


def test_the_log_is_downloaded_without_cards_and_names(visitor, run_jobs):
    address = upload_log(visitor, run_jobs, HOLDEM.encode())
    queries = ("", "cards=shown&renames=on", "cards=shown+Nora")
    responses = [visitor.get(f"{address}log.txt?{query}") for query in queries]
    whole_log, hidden_log, partial_log = (response.content.decode() for response in responses)
    names = [response["Content-Disposition"].partition('="')[2] for response in responses]
    assert names == [f'{name}-1-of-1-hands.txt"' for name in ("kitchen", "log", "kitchen")]
    assert "Dealt to Nora [9h 9s]" in whole_log
    assert not re.search("9h|Th|Nora|kitchen", hidden_log)
    assert "[9h 9s]" in partial_log
    assert "Th" not in partial_log
    assert visitor.get(f"{address}log.txt?cards=nobody")["Location"] == address


def test_a_link_is_revoked(visitor, address):
    link = create_link(visitor, address)
    another = create_link(visitor, address)
    assert another != link
    assert Client().get(link).status_code == 404
    visitor.post(f"{address}link/", {"do": "revoke"})
    for page in (another, f"{another}hands/1/", "/showdown/nights/nonsense/"):
        assert Client().get(page).status_code == 404


def test_programs_get_the_night(owner, run_jobs):
    response = owner.post("/api/audits/", LOG, content_type="application/octet-stream")
    night = f"{response['Location']}night/"
    assert owner.get(night).status_code == 409
    run_jobs()
    data = owner.get(night).json()
    assert data["hands"] == 3
    due = [price["due"] for price in data["currencies"][0]["prices"]]
    assert due == ["15.81", "67.21", "1.62"]


def test_a_link_and_the_stored_data_are_deleted_with_the_audit(visitor, address, run_jobs):
    link, batch = create_link(visitor, address), Batch.objects.get()
    files = nights.night_files_of(batch)
    assert nights.load_hand(files, 0)["hand"] == "3001"
    visitor.post(f"/showdown/batches/{batch.id}/remove/")
    assert Client().get(link).status_code == 404
    run_jobs()
    with pytest.raises(FileNotFoundError):
        nights.load_night(files)


def test_an_upload_may_merge_names_and_set_the_value_of_chips(visitor, run_jobs):
    log = make_pokernow_log(
        ("Ann @ 1", "Bob @ 2", 10, EVENING),
        ("Anna @ 1", "Bob @ 2", 10, EVENING),
        ("Robert @ 3", "Ann @ 1", 4, EVENING),
    )
    address = upload_log(visitor, run_jobs, log, chip="0.5", same="Bob=Robert", by_id="on")
    page_text = text_of(visitor, address)
    assert "Bob pays Ann</span> <strong>8</strong>" in page_text
    assert not re.search("Anna|Robert", page_text.partition("Merge names")[0])
    assert "Robert" not in text_of(visitor, f"{address}hands/3/")


def test_unknown_names_are_shown_only_to_the_owner(visitor, run_jobs):
    log = make_pokernow_log(("Ann @ 1", "Bob @ 2", 10, EVENING))
    address = upload_log(visitor, run_jobs, log, same="Bob=Robert")
    assert "Nobody is called “Robert”" in text_of(visitor, address)
    assert "Robert" not in text_of(Client(), create_link(visitor, address, renames="on"))


def test_names_and_chips_are_changed_on_the_page(visitor, run_jobs):
    log = make_pokernow_log(
        ("Ann @ 1", "Bob @ 2", 10, EVENING), ("Robert @ 3", "Ann @ 1", 4, EVENING)
    )
    address = upload_log(visitor, run_jobs, log)
    link = create_link(visitor, address)
    report = visitor.get(f"{address}report.jsonl").getvalue()
    assert "Amounts are in chips: the log states no currency" in text_of(visitor, address)
    response = visitor.post(f"{address}night/", {"chip": "0.5", "same": "Bob=Robert"}, follow=True)
    assert "Recalculate" not in response.content.decode()
    run_jobs()
    page_text = text_of(visitor, address)
    assert "Robert" not in page_text.partition("Merge names")[0]
    assert "Bob pays Ann</span> <strong>3</strong>" in page_text
    assert 'value="Bob=Robert"' in page_text
    assert "A chip is worth 0.50: payments are in money" in text_of(visitor, link)
    assert visitor.get(f"{address}report.jsonl").getvalue() == report


def test_recalculating_a_night_stores_no_hand_twice(visitor, run_jobs):
    address = upload_log(visitor, run_jobs, store="on")
    hand_count = HandOfLog.objects.count()
    assert hand_count
    visitor.post(f"{address}night/", {"chip": "2"})
    run_jobs()
    assert HandOfLog.objects.count() == hand_count


def test_the_error_of_an_invalid_change_is_shown(visitor, address):
    page_text = visitor.post(f"{address}night/", {"same": "Anna"}, follow=True).text
    assert "“Anna” isn't written like" in unescape(page_text)
    assert "Recalculate" in page_text


def test_hands_without_a_showdown_are_counted_in_words(visitor, home_game):
    report = visitor.get(f"{home_game}report.html").getvalue().decode()
    for page in (text_of(visitor, home_game), report):
        assert "1 won without a showdown" in page.lower()
        assert not re.search("|".join(code for code in map(str, Skip) if "-" in code), page)


def test_the_winner_of_a_hand_without_a_showdown_is_highlighted(visitor, home_game):
    hand = text_of(visitor, f"{home_game}hands/3/")
    assert '<em>Eve "all in"</em> wins: everybody else folded' in hand
    groups = re.findall(r'data-state="(\w+)" aria-label="(.*?)">\n', hand)[:3]
    assert groups == [("out", "Ben folds"), ("wins", 'Eve "all in"'), ("out", "Ada")]
    assert "Open on the table" not in hand


@pytest.mark.parametrize(
    ("page", "amounts"),
    [
        ("", {"60.00", "30.00", "18.00", "9.00", "2.75"}),
        ("hands/1/", {"60", "30", "53", "7"}),
        ("hands/2/", {"18", "9", "8", "1"}),
        ("hands/3/", {"2.75", "1.25", "1.00", "0.50"}),
    ],
)
def test_amounts_of_a_page_have_the_same_decimals(visitor, home_game, page, amounts):
    page_text = text_of(visitor, f"{home_game}{page}")
    if not page:
        page_text = pots_on(page_text)
    amount_pattern = r'(?:class="(?:amount|number)"[^>]*|<strong)>([\d.]+)|<b>([\d.]+)</b> <small>'
    found_amounts = {amount or bet for amount, bet in re.findall(amount_pattern, page_text)}
    assert found_amounts - {"0", "0.00"} == amounts


def test_sentences_have_the_decimals_of_the_amounts_beside_them(visitor, home_game):
    page = visitor.get(f"{home_game}hands/1/").text
    line = "Pot, 60: Dan and Ada. Run 1: Ada, a pair of kings, 30. Run 2: Dan, three jacks, 30."
    assert line in re.sub(r"<[^>]*>", "", page)


def test_a_big_pot_shows_the_same_players_as_the_page_of_its_hand(visitor, home_game):
    pots = pots_on(text_of(visitor, home_game))
    hand_pattern = (
        r'<div role="group" class="card-group [^"]*" data-state="(\w+)" aria-label="(.*?)">\n'
    )
    for pot in pots.split('<li class="deal">')[1:]:
        link = re.search(r'href="([^"]+)"', pot)[1]
        felt = text_of(visitor, link).partition('class="felt')[2].partition("<table")[0]
        assert re.findall(hand_pattern, pot) == re.findall(hand_pattern, felt) != []


def test_every_reason_to_skip_a_hand_has_a_name():
    assert SKIP_NAMES.keys() == {*map(str, Skip)}
