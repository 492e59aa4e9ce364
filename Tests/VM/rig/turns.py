"""Checks the events of a finger's turn. Shared by several scenarios."""


def right_turn(stage, panel, knob, sweep, before, since=0):
    """Checks one complete turn of a knob: the order of its events, its angle and its values.

    The turn begins after the knob's first `since` events. `sweep` is the finger's movement in degrees,
    `before` the value at its start. Returns the value at its end.
    """
    end = panel.after(len([e for e in panel.events(knob=knob.id)[:since] if e["event"] == "ended"]),
                      "ended", knob.id)
    events = panel.events(knob=knob.id)[since:]
    kinds = [e["event"] for e in events if e["event"] != "remote"]
    stage.check(
        f"{knob.id} began, changed and ended, in this order",
        len(kinds) > 2 and kinds == ["began"] + ["changed"] * (len(kinds) - 2) + ["ended"], kinds)
    changes = [e["value"] for e in events if e["event"] == "changed"]
    stage.check(f"{knob.id} reported no value twice in a row",
                all(a != b for a, b in zip(changes, changes[1:])), changes)
    times = [e["t"] for e in events]
    stage.check(f"the times of {knob.id} do not decrease", times == sorted(times), times)

    expected = min(knob.range[1], max(knob.range[0], before + knob.value_of_turn(sweep)))
    stage.check(f"{knob.id} has the value of the finger's angle",
                abs(end["value"] - expected) <= 0.01 * knob.span,
                f"value {end['value']}, expected {expected:.2f}")
    tolerance = 0.01 * (knob.sweep[1] - knob.sweep[0])
    stage.check(f"{knob.id} reports the turned angle", abs(end["turned"] - sweep) <= tolerance,
                f"turned {end['turned']}, expected {sweep}")
    return end["value"]
