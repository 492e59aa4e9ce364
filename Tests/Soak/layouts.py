"""The layouts of a soak: with several connections, without controls, and with an error."""


def brokered(port, count, hostile_port=None):
    """Returns a layout of knobs that each have their own connection to the broker. With `hostile_port`,
    another knob is connected to a hostile broker."""
    lines = ["version: 1", "panel: {size: [800, 480]}", "connections:"]
    # Each client id makes a separate connection.
    lines += [f"  b{i}: {{mqtt: {{host: 127.0.0.1, port: {port}, client_id: soak-{i}}}}}"
              for i in range(count)]
    if hostile_port:
        lines.append(f"  hostile: {{mqtt: {{host: 127.0.0.1, port: {hostile_port}}}}}")
    lines.append("knobs:")
    for i in range(count):
        lines.append(
            f"  k{i}: {{center: [{80 + 150 * (i % 5)}, {120 + 200 * (i // 5)}], diameter: 120, "
            f"name: Knob {i}, step: 0.1, control: {{mqtt: {{connection: b{i}, set: soak/k{i}/set, "
            f"state: soak/k{i}}}}}}}")
    if hostile_port:
        lines.append("  hostile: {center: [740, 430], diameter: 60, "
                     "control: {mqtt: {connection: hostile, set: set, state: state}}}")
    return "\n".join(lines) + "\n"


def plain(count=12):
    """Returns a layout of knobs without controls."""
    lines = ["version: 1", "panel: {size: [1024, 600], theme: paper}", "knobs:"]
    for i in range(count):
        lines.append(f"  p{i}: {{center: [{100 + 160 * (i % 6)}, {150 + 250 * (i // 6)}], "
                     f"diameter: {100 + i * 3}, name: \"Kn\u00f6pfe {i}\"}}")
    return "\n".join(lines) + "\n"


def faulty(good):
    """Returns the layout with an error."""
    return good.replace("diameter", "diametr", 1)
