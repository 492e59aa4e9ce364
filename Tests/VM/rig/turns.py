"""What a finger's turn must have told: the tests that several scenarios share."""


def right_turn(stage, panel, knob, sweep, before, since=0):
    """Tests one completed turn of a knob, `since` events of it ago: its order, angle and values.

    `sweep` is what the finger did, in degrees; `before` the value it started from. Returns the
    value it ended with.
    """
    end = panel.after(len([e for e in panel.events(knob=knob.id)[:since] if e["event"] == "ended"]),
                      "ended", knob.id)
    events = panel.events(knob=knob.id)[since:]
    kinds = [e["event"] for e in events if e["event"] != "remote"]
    stage.check(
        f"{knob.id} began, changed and ended, in this order",
        len(kinds) > 2 and kinds == ["began"] + ["changed"] * (len(kinds) - 2) + ["ended"], kinds)
    changes = [e["value"] for e in events if e["event"] == "changed"]
    stage.check(f"{knob.id} never told the same value twice",
                all(a != b for a, b in zip(changes, changes[1:])), changes)
    times = [e["t"] for e in events]
    stage.check(f"the times of {knob.id} do not run backwards", times == sorted(times), times)

    expected = min(knob.range[1], max(knob.range[0], before + knob.value_of_turn(sweep)))
    stage.check(f"{knob.id} ended where the finger turned it",
                abs(end["value"] - expected) <= 0.01 * knob.span,
                f"value {end['value']}, by the finger's path {expected:.2f}")
    tolerance = 0.01 * (knob.sweep[1] - knob.sweep[0])
    stage.check(f"{knob.id} says how far it was turned", abs(end["turned"] - sweep) <= tolerance,
                f"turned {end['turned']}, the finger went {sweep}")
    return end["value"]
