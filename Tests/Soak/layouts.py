"""The layouts of a soak: knobs on several connections, others, and some with mistakes."""


def connections(port, count, generation):
    lines = ["connections:"]
    for i in range(count):
        # Another client is another connection: every generation connects anew.
        lines.append(f"  b{i}: {{mqtt: {{host: 127.0.0.1, port: {port}, "
                     f"client_id: soak-{generation}-{i}}}}}")
    return lines


def brokered(port, count=10, generation=0):
    """Knobs that each have a connection of their own to the broker."""
    lines = ["version: 1", "panel: {size: [800, 480]}", *connections(port, count, generation),
             "knobs:"]
    for i in range(count):
        lines.append(
            f"  k{i}: {{center: [{80 + 150 * (i % 5)}, {120 + 200 * (i // 5)}], diameter: 120, "
            f"name: Knob {i}, step: 0.1, control: {{mqtt: {{connection: b{i}, set: soak/k{i}/set, "
            f"state: soak/k{i}}}}}}}")
    return "\n".join(lines) + "\n"


def plain(count=12):
    """Knobs without controls, a label and a button."""
    lines = ["version: 1", "panel: {size: [1024, 600], theme: paper}", "knobs:"]
    for i in range(count):
        lines.append(f"  p{i}: {{center: [{100 + 160 * (i % 6)}, {150 + 250 * (i // 6)}], "
                     f"diameter: {100 + i * 3}, name: \"Kn\u00f6pfe {i}\"}}")
    return "\n".join(lines) + "\n"


def faulty(port):
    """Each line of it is read, and then there is a mistake."""
    return brokered(port).replace("diameter", "diametr", 1)
