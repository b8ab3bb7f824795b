"""Fills the Trac environment of its first argument with 40 tickets."""

import datetime
import random
import sys

from trac.env import Environment
from trac.ticket.model import Component, Milestone, Ticket, Version
from trac.util.datefmt import utc

env = Environment(sys.argv[1])
pick = random.Random(11).choice
for kind, names in (
    (Component, ["engine", "antenna", "telemetry"]),
    (Milestone, ["Apogee", "Zenith"]),
    (Version, ["3.1", "3.2"]),
):
    for old in list(kind.select(env)):
        old.delete()
    for name in names:
        made = kind(env)
        made.name = name
        made.insert()
PARTS = ["Gyro", "Solar panel", "Uplink", "Heater"]
FAULTS = ["drifts", "stalls", "overheats", "flickers", "times out", "loses sync", "leaks memory", "prints garbage", "restarts", "hums"]
for at, (part, fault) in enumerate([(p, f) for p in PARTS for f in FAULTS]):
    ticket = Ticket(env)
    ticket.populate(
        {
            "summary": f"{part} {fault}",
            "description": f"The {part.lower()} {fault}.",
            "reporter": "ann",
            "owner": pick(["ann", "bob", "cyd"]),
            "type": "defect",
            "status": "new",
            "component": pick(["engine", "antenna", "telemetry"]),
            "priority": pick(["blocker", "major", "minor"]),
            "milestone": pick(["Apogee", "Zenith"]),
            "version": "3.1",
        }
    )
    ticket.insert(when=datetime.datetime(2026, 9, 1, 9, tzinfo=utc) + datetime.timedelta(hours=7 * at))
