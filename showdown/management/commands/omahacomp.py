"""omahacomp INPUT OUTPUT: settle a file of deals, one on each line."""

from showdown.management.deals_command import DealsCommand


class Command(DealsCommand):
    help = "Settle a file of deals, one on each line."
    deal_format = "deal-lines"
