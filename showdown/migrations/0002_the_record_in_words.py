"""Lets the database be asked in words: the view `showdown_hand`, and the functions it needs.

One row for each deal, seat and pot. For example, who lost with a full house:

    SELECT created, label, hole_cards, board FROM showdown_hand
    WHERE pot = 'high' AND category = 'Full House' AND NOT wins;

And a table that need not survive a crash is unlogged.
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
    WHERE playing >> place & 1 = 1
);
"""

HAND = """
CREATE VIEW showdown_hand AS
SELECT
    dealt.id AS showdown,
    showdown_created(dealt.id) AS created,
    game.slug AS game,
    seat + 1 AS seat,
    coalesce(dealt.labels[seat + 1], 'Hand' || chr(65 + seat)) AS label,
    showdown_cards(own.hole) AS hole_cards,
    showdown_cards(own.board) AS board,
    pot.name AS pot,
    hand.rank,
    category.words AS category,
    showdown_cards(own.hole || own.board, hand.playing) AS plays,
    coalesce(pot.winners >> seat & 1, 0) = 1 AS wins,
    CASE WHEN pot.winners >> seat & 1 = 1
        THEN 1.0 / bit_count(pot.winners::bit(16)) / pots.won
        ELSE 0
    END AS share
FROM showdown_showdown AS dealt
JOIN showdown_game AS game ON game.number = dealt.game
CROSS JOIN LATERAL (
    SELECT (coalesce(dealt.high_winners, 0) > 0)::integer
        + (coalesce(dealt.low_winners, 0) > 0)::integer AS won
) AS pots
CROSS JOIN LATERAL generate_series(
    0, (octet_length(dealt.cards) - game.board) / game.hole - 1
) AS seat
CROSS JOIN LATERAL (
    SELECT
        substring(dealt.cards FROM seat * game.hole + 1 FOR game.hole) AS hole,
        substring(dealt.cards FROM octet_length(dealt.cards) - game.board + 1) AS board
) AS own
CROSS JOIN LATERAL (
    SELECT
        name,
        4 * (seat * cardinality(game.pots) + place::integer - 1) AS at,
        CASE name WHEN 'high' THEN dealt.high_winners ELSE dealt.low_winners END::integer
            AS winners
    FROM unnest(game.pots) WITH ORDINALITY AS named (name, place)
) AS pot
CROSS JOIN LATERAL (
    SELECT
        get_byte(dealt.made, pot.at) * 256 + get_byte(dealt.made, pot.at + 1) AS rank,
        get_byte(dealt.made, pot.at + 2) * 256 + get_byte(dealt.made, pot.at + 3) AS playing
) AS hand
LEFT JOIN showdown_category AS category
    ON category.game_id = dealt.game AND category.pot = pot.name
    AND hand.rank BETWEEN category.worst AND category.best;
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
