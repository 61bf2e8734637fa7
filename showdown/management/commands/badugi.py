"""badugi INPUT OUTPUT: settle a file of Badugi deals."""

from showdown.management.deals_command import DealsCommand


class Command(DealsCommand):
    help = "Settle a file of Badugi deals."
    deal_format = "badugi"
