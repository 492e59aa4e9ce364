"""SIGHUP reads the layout again; a panel whose terminal went away must not die of it."""


def play(stage):
    import signal

    layout = stage.layout("one-knob")
    panel = stage.panel(layout)
    stage.shows("the panel is up", layout, stage.mixer_values(panel))
    panel.send(signal.SIGHUP)
    stage.shows("it goes on after SIGHUP", layout, stage.mixer_values(panel))
    stage.check("SIGTERM still ends it well", panel.end() == 0, panel.stderr())
