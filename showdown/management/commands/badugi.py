"""badugi input.txt output.txt: settles a file of Badugi deals."""

from showdown.management.file_command import FileCommand


class Command(FileCommand):
    help = "Settle a file of Badugi deals."
    contract = "badugi"
