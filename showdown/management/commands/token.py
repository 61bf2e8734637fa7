"""token create|list|revoke: create, list and revoke API tokens of accounts."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from showdown.management.base import ShowdownCommand
from showdown.management.command_arguments import find_account
from showdown.models import ApiToken

_MAX_NAME_LENGTH = 60


class Command(ShowdownCommand):
    help = "Create, list and revoke API tokens."

    def add_arguments(self, parser: ArgumentParser) -> None:
        subparsers = parser.add_subparsers(dest="verb", required=True, metavar="VERB")

        add = subparsers.add_parser(
            "create", help="create a token and print its secret"
        ).add_argument
        add("username", help="the username of the account")
        add("name", help="a name for the token, such as the program that uses it")
        add = subparsers.add_parser("list", help="list tokens without their secrets").add_argument
        add("username", nargs="?", help="list only the tokens of the account with this username")
        add = subparsers.add_parser("revoke", help="revoke a token").add_argument
        add("id", type=int, help="the id of the token, as listed")

    def handle(self, *args: Any, verb: str, **options: Any) -> None:
        getattr(self, f"_{verb}")(**options)

    def _create(self, username: str, name: str, **options: Any) -> None:
        """Write only the secret to standard output, so that a script can store it."""
        if not name.strip() or not name.isprintable() or len(name) > _MAX_NAME_LENGTH:
            raise CommandError(
                f"the name of a token must have 1 to {_MAX_NAME_LENGTH} printable characters"
            )
        token, secret = ApiToken.objects.issue(find_account(username), name)
        self.notify(
            f"Token {token.pk} of {username}, {_expiry_text(token)}. Its secret is shown only once:"
        )
        self.stdout.write(secret)

    def _list(self, username: str | None, **options: Any) -> None:
        tokens = ApiToken.objects.select_related("owner").order_by("owner__username", "created")
        if username is not None:
            tokens = tokens.filter(owner=find_account(username))
        for token in tokens:
            used = f"used {token.used:%Y-%m-%d}" if token.used else "never used"
            self.stdout.write(f"{token.pk}\t{token.owner}\t{token}\t{used}\t{_expiry_text(token)}")

    def _revoke(self, id: int, **options: Any) -> None:  # noqa: A002
        deleted, _ = ApiToken.objects.filter(pk=id).delete()
        if not deleted:
            raise CommandError(f"there is no token {id}")
        self.notify(f"Token {id} is revoked.")


def _expiry_text(token: ApiToken) -> str:
    if token.expires is None:
        return "never expires"
    return f"{'expired' if token.has_expired else 'expires'} {token.expires:%Y-%m-%d}"
