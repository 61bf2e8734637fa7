"""Lets the database be asked in words: the view `showdown_hand`, and the functions it needs.

One row for each deal, run of its boards, seat and contest. For example, who lost with a full house:

    SELECT created, label, hole_cards, board FROM showdown_hand
    WHERE contest = 'high' AND category = 'full house' AND NOT wins;

`hole_cards` are null where a hand was mucked. `board` is what plays in the contest, or the shared
card of stud. `wins`: the contest in any pot, which a folded or mucked hand never does. `share` is
what the contest adds to the part of all that a hand wins by its cards; it is null where there were
chips, and `chips` says what the hand was paid for the whole deal. Where nobody qualifies for
anything, each contest of the run adds an even share to every hand that competes.

And the table of counts, which need not survive a crash, is unlogged.
"""

from django.db import migrations

CREATED = """
CREATE FUNCTION showdown_created(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0);
"""

CARDS = """
CREATE FUNCTION showdown_cards(numbers bytea, playing integer DEFAULT -1) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
    SELECT string_agg(
        substr('23456789TJQKA', get_byte(numbers, place) / 4 + 1, 1)
            || substr('cdhs', get_byte(numbers, place) % 4 + 1, 1),
        '-' ORDER BY place
    )
    FROM generate_series(0, octet_length(numbers) - 1) AS place
    WHERE playing >> place & 1 = 1 AND get_byte(numbers, place) < 52
);
"""

HAND = """
CREATE VIEW showdown_hand AS
SELECT
    dealt.id AS showdown,
    showdown_created(dealt.id) AS created,
    game.slug AS game,
    run + 1 AS run,
    seat + 1 AS seat,
    named.label,
    showdown_cards(substring(own.hole FOR game.hole - shared.cards)) AS hole_cards,
    coalesce(
        showdown_cards(substring(own.hole FROM game.hole FOR shared.cards)), played.board
    ) AS board,
    contest.name AS contest,
    hand.strength,
    category.name AS category,
    showdown_cards(own.hole || own.boards, hand.playing) AS plays,
    won.winners >> seat & 1 = 1 AS wins,
    CASE
        WHEN dealt.paid IS NOT NULL THEN NULL
        WHEN won.winners >> seat & 1 = 1 THEN
            1.0 / shape.runs / won.parts / won.contests_of_part
                / bit_count(won.winners::bit(16))
        WHEN won.parts = 0 AND seat = ANY (competing.seats) THEN
            1.0 / shape.runs / counted.contests / cardinality(competing.seats)
        ELSE 0
    END AS share,
    (dealt.paid -> 'totals' ->> named.label)::numeric
        / 10 ^ (dealt.paid ->> 'decimals')::integer AS chips
FROM showdown_showdown AS dealt
JOIN showdown_game AS game ON game.number = dealt.game
JOIN (
    SELECT game_id, count(*)::integer AS contests FROM showdown_contest GROUP BY game_id
) AS counted ON counted.game_id = dealt.game
CROSS JOIN LATERAL (
    SELECT
        cardinality(dealt.winners) / counted.contests AS runs,
        octet_length(dealt.made) / (4 * cardinality(dealt.winners)) AS players
) AS shape
CROSS JOIN LATERAL (
    SELECT (octet_length(dealt.cards) - shape.players * game.hole) / shape.runs AS cards
) AS board
CROSS JOIN LATERAL (
    SELECT
        (shape.players > 1 AND count(DISTINCT get_byte(dealt.cards, last)) = 1)::integer AS cards
    FROM generate_series(game.hole - 1, shape.players * game.hole - 1, game.hole) AS last
) AS shared
CROSS JOIN LATERAL (
    SELECT string_to_array(replace(
        substring(dealt.wagers FROM 'Fold:((?:"[^"]*"|[^" ])*)'), '"', ''
    ), ',') AS labels
) AS folded
CROSS JOIN LATERAL (
    SELECT array_agg(seat) AS seats
    FROM generate_series(0, shape.players - 1) AS seat
    WHERE get_byte(dealt.cards, seat * game.hole) < 52
        AND coalesce(dealt.labels[seat + 1], 'Hand' || chr(65 + seat))
            <> ALL (coalesce(folded.labels, '{}'))
) AS competing
CROSS JOIN LATERAL generate_series(0, shape.runs - 1) AS run
CROSS JOIN LATERAL generate_series(0, shape.players - 1) AS seat
CROSS JOIN LATERAL (
    SELECT coalesce(dealt.labels[seat + 1], 'Hand' || chr(65 + seat)) AS label
) AS named
CROSS JOIN LATERAL (
    SELECT
        substring(dealt.cards FROM seat * game.hole + 1 FOR game.hole) AS hole,
        substring(
            dealt.cards FROM shape.players * game.hole + run * board.cards + 1 FOR board.cards
        ) AS boards
) AS own
JOIN showdown_contest AS contest ON contest.game_id = dealt.game
CROSS JOIN LATERAL (
    SELECT string_agg(
        showdown_cards(substring(
            own.boards
            FROM 1 + coalesce((SELECT sum(size) FROM unnest(game.boards[:place]) AS size), 0)::integer
            FOR game.boards[place + 1]
        )),
        ' / ' ORDER BY place
    ) AS board
    FROM unnest(contest.boards) AS place
) AS played
CROSS JOIN LATERAL (
    SELECT
        max(winners) FILTER (WHERE each.place = contest.place) AS winners,
        count(DISTINCT each.part) FILTER (WHERE winners > 0) AS parts,
        count(*) FILTER (WHERE winners > 0 AND each.part = contest.part) AS contests_of_part
    FROM showdown_contest AS each
    CROSS JOIN LATERAL (
        SELECT dealt.winners[run * counted.contests + each.place + 1]::integer AS winners
    ) AS of_each
    WHERE each.game_id = dealt.game
) AS won
CROSS JOIN LATERAL (
    SELECT 4 * ((run * shape.players + seat) * counted.contests + contest.place) AS start
) AS at
CROSS JOIN LATERAL (
    SELECT
        get_byte(dealt.made, at.start) * 256 + get_byte(dealt.made, at.start + 1) AS strength,
        get_byte(dealt.made, at.start + 2) * 256 + get_byte(dealt.made, at.start + 3) AS playing
) AS hand
LEFT JOIN showdown_category AS category
    ON category.ranking = contest.ranking
    AND hand.strength BETWEEN category.worst AND category.best;
"""


class Migration(migrations.Migration):
    dependencies = [("showdown", "0001_the_record")]

    operations = [
        migrations.RunSQL(CREATED, "DROP FUNCTION showdown_created(uuid)"),
        migrations.RunSQL(CARDS, "DROP FUNCTION showdown_cards(bytea, integer)"),
        migrations.RunSQL(HAND, "DROP VIEW showdown_hand"),
        migrations.RunSQL(
            "ALTER TABLE showdown_ratewindow SET UNLOGGED",
            "ALTER TABLE showdown_ratewindow SET LOGGED",
        ),
    ]
