"""omahacomp INPUT OUTPUT: settle a file of deals, one per line."""

from showdown.management.deals_command import DealsCommand


class Command(DealsCommand):
    help = "Settle a file of deals, one per line."
    deal_format = "deal-lines"
