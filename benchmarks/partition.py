"""Plan an IR of 10,000 items and 50 targets, and validate the proposal: time and memory of each, as processes of their own.

    python benchmarks/partition.py [ITEMS [TARGETS [DIRECTORY]]]

With a directory, the IR and the proposal are left there.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from packetlint.partition.gaps import DISCLOSURE_PROOF_MISSING
from packetlint.partition.inventory import take
from packetlint.partition.plan import plan

_SCOPE = "tenant:demo/harbor:main/repo:demo/retention:90d"
_KINDS = ("EVIDENCE", "DERIVED_CLAIM", "DECISION", "ARTIFACT_REF", "COORDINATION")
_CAPABILITIES = 6


def _digest(text: str) -> str:
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def inventory(items: int, targets: int, seed: int = 1) -> dict[str, Any]:
    """Make a sound IR: items derived of up to three earlier ones near them, and no disclosure proofs."""
    rng = random.Random(seed)
    names = [f"item:{number:05d}" for number in range(items)]
    parents = [sorted({rng.randrange(max(0, at - 40), at) for _ in range(rng.randrange(4))}) if at else [] for at in range(items)]
    refs = [f"body:demo-{number:02d}" for number in range(targets)]
    return {
        "sourceRootDigest": _digest("root"),
        "policyDigest": _digest("policy"),
        "mode": "ACTIVE_SET_PARTITION",
        "complete": True,
        "targets": [_target(ref, items * 1200 // targets) for ref in refs],
        "items": [_item(name, [names[at] for at in above], rng) for name, above in zip(names, parents, strict=True)],
        "disclosureProofs": [],
        "omissions": [],
    }


def _target(ref: str, capacity: int) -> dict[str, Any]:
    return {
        "targetRef": ref,
        "type": "ADMITTED_BODY",
        "scope": _SCOPE,
        "capacityTokens": capacity,
        "capabilityDigests": [_digest(f"capability {number}") for number in range(_CAPABILITIES)],
        "admissionEvidenceRef": f"admission:{ref}",
        "capacityEvidence": f"capacity:{ref}",
    }


def _item(name: str, parents: list[str], rng: random.Random) -> dict[str, Any]:
    capabilities = sorted(rng.sample(range(_CAPABILITIES), rng.randrange(3)))
    return {
        "itemId": name,
        "kind": rng.choice(_KINDS),
        "trustClass": "PRIMARY_EVIDENCE",
        "directiveChannel": False,
        "droppable": False,
        "tokenEstimate": rng.randrange(50, 800),
        "scope": _SCOPE,
        "causalParents": parents,
        "retrievalSpace": None,
        "obligationState": "NONE",
        "effectState": "NONE",
        "capabilityRequirements": [_digest(f"capability {number}") for number in capabilities],
        "authority": {
            "status": "NOT_APPLICABLE",
            "audience": [],
            "guidanceEnvelopeRef": None,
            "verificationReceiptRef": None,
            "revocationWitnessRef": None,
        },
        "contentDigest": _digest(name),
    }


def with_proofs(document: dict[str, Any]) -> dict[str, Any]:
    """Add the disclosure proofs that a plan without them asks for, so that everything is feasible."""
    planned = plan(take(document))
    edges = [(gap.item, gap.target) for gap in planned.gaps if gap.code == DISCLOSURE_PROOF_MISSING and gap.item]
    proofs = [{"itemId": name, "from": planned.homes[name], "to": to, "ref": f"disclosure:{name}"} for name, to in edges]
    return {**document, "disclosureProofs": proofs}


def measure(*argv: str) -> str:
    """Run packetlint and give its wall time, its own CPU time, its largest memory and its exit status."""
    program = str(Path(sys.executable).parent / "packetlint")
    start = time.perf_counter()
    child = os.spawnv(os.P_NOWAIT, program, [program, *argv])
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - start
    cpu = usage.ru_utime + usage.ru_stime
    return f"{wall:.2f} s wall, {cpu:.2f} s CPU, {usage.ru_maxrss / 1024:.0f} MB, exit {os.waitstatus_to_exitcode(status)}"


def run(directory: Path, items: int, targets: int) -> None:
    """Make the IR, plan it, compare, and validate."""
    ir, proposal = directory / "ir.json", directory / "proposal.json"
    ir.write_text(json.dumps(with_proofs(inventory(items, targets))), encoding="utf-8")
    os.chdir(directory)
    print(f"{items} items, {targets} targets: an IR of {ir.stat().st_size / 1e6:.1f} MB")
    print(f"partition IR -o PROPOSAL      {measure('partition', 'ir.json', '-o', 'proposal.json')}")
    print(f"the proposal has {proposal.stat().st_size / 1e6:.1f} MB")
    print(f"partition IR --check PROPOSAL {measure('partition', 'ir.json', '--check', 'proposal.json')}")
    print(f"check PROPOSAL                {measure('check', 'proposal.json')}")
    print(f"this process itself           {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def main() -> None:
    """Read the arguments and run."""
    sizes = [int(argument) for argument in sys.argv[1:3]]
    items, targets = (*sizes, *(10_000, 50)[len(sizes) :])
    if len(sys.argv) > 3:
        Path(sys.argv[3]).mkdir(parents=True, exist_ok=True)
        run(Path(sys.argv[3]), items, targets)
        return
    with tempfile.TemporaryDirectory() as directory:
        run(Path(directory), items, targets)


if __name__ == "__main__":
    main()
