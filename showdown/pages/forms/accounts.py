"""Forms for accounts."""

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.forms import (
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    SetPasswordMixin,
    UserCreationForm,
)
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest


class TokenForm(forms.Form):
    """Form for the name of a new API token."""

    name = forms.CharField(
        label="Name of the program or device",
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


_EMAIL_ATTRS = {"autocomplete": "email"}
_EMAIL_LABEL = "Email address"


class NewPasswordMixin(SetPasswordMixin):
    """A new password and its confirmation. Errors of the password belong to the first field."""

    def validate_password_for_user(
        self,
        user: AbstractBaseUser,
        password_field_name: str = "password2",  # noqa: S107 - the name of a field
    ) -> None:
        super().validate_password_for_user(user, f"{password_field_name.removesuffix('2')}1")


class ChangePasswordForm(NewPasswordMixin, PasswordChangeForm):
    """Form for the old password and a new one."""


class SetNewPasswordForm(NewPasswordMixin, SetPasswordForm):
    """Form for a new password, after a reset."""


class SignUpForm(NewPasswordMixin, UserCreationForm):
    """Form for a name, a password, and an optional email address for resetting the password."""

    email = forms.EmailField(
        label=_EMAIL_LABEL,
        required=False,
        help_text="Optional. Without it a forgotten password cannot be reset.",
        widget=forms.EmailInput(attrs=_EMAIL_ATTRS),
    )

    class Meta(UserCreationForm.Meta):
        fields = ("username", "email")
        help_texts = {"username": "Letters, digits and @ . + - _"}


class ConfirmForm(forms.Form):
    """Form that confirms a change with the account's password."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_password(self) -> str:
        """Check the password. Wrong passwords count as failed sign-ins."""
        password = self.cleaned_data["password"]
        if not authenticate(
            self.request, username=self.request.user.get_username(), password=password
        ):
            raise forms.ValidationError("Wrong password.")
        return password


class EmailForm(ConfirmForm):
    """Form for the address to which reset links are sent."""

    email = forms.EmailField(
        label=_EMAIL_LABEL, required=False, widget=forms.EmailInput(attrs=_EMAIL_ATTRS)
    )
    field_order = ["email", "password"]


class ForgottenPasswordForm(PasswordResetForm):
    """Form for the address to which a reset link is sent.

    Django accepts any port of an allowed host, but another program may listen on that port. A
    link therefore needs the port of this site or a trusted origin.
    """

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request = request
        self.fields["email"].label = _EMAIL_LABEL

    def clean(self) -> dict[str, Any] | None:
        port = urlsplit(f"//{self._request.get_host()}").port
        origin = f"{self._request.scheme}://{self._request.get_host()}"
        is_own_port = port is None or str(port) == self._request.META["SERVER_PORT"]
        if not is_own_port and origin not in settings.CSRF_TRUSTED_ORIGINS:
            raise ValidationError(
                f"No link can be sent, because {origin} isn't known as an address of this site"
                " (CSRF_TRUSTED_ORIGINS)."
            )
        return super().clean()
