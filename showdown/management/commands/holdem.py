"""holdem INPUT OUTPUT: settle a file of Texas Hold'em deals."""

from showdown.management.deals_command import DealsCommand


class Command(DealsCommand):
    help = "Settle a file of Texas Hold'em deals."
    deal_format = "holdem"
