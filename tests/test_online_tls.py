"""HTTPS: the certificate is that of the name in the link, though the connection goes to an address."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from httpserver import Server, serving

from packetlint.online.fetch import fetch_all
from packetlint.online.result import Options, Request

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from packetlint.online.result import Fetched


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Run a server whose certificate is for docs.example, a name that leads to this machine."""
    certificate = tmp_path / "certificate.pem"
    certificate.write_bytes(_certificate("docs.example"))
    monkeypatch.setattr("packetlint.online.addresses.resolve", lambda *_: ["127.0.0.1"])
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with serving(context) as running:
        yield running


def _certificate(name: str) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return private + made.public_bytes(serialization.Encoding.PEM)


def _fetch(server: Server, host: str, path: str = "/note.md", **options: Any) -> Fetched:
    allowed = Options(allow_hosts=["docs.example", "other.example"], **options)
    return fetch_all([Request(f"https://{host}:{server.server_port}{path}", "http")], allowed)[0]


def test_the_name_in_the_link_is_what_the_certificate_is_checked_for(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    assert _fetch(server, "docs.example").status == "ok"
    assert server.seen[0].headers["host"] == f"docs.example:{server.server_port}"
    other = _fetch(server, "other.example")
    assert (other.status, other.reason) == ("unknown", "http unreachable")
    assert "other.example" in other.detail


def test_a_certificate_that_nobody_vouches_for_is_not_accepted(server: Server) -> None:
    fetched = _fetch(server, "docs.example")
    assert (fetched.status, fetched.reason, server.seen) == ("unknown", "http unreachable", [])
    assert "certificate" in fetched.detail


def test_a_redirect_from_https_to_http_is_refused(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    server.pages["/down"] = lambda handler: handler.answer(302, Location="http://docs.example/note.md")
    fetched = _fetch(server, "docs.example", "/down")
    assert (fetched.status, fetched.reason, fetched.detail) == ("refused", "not-allowed", "it redirects from https to http")
