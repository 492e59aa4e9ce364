"""The canvas equals the picture of `knobpanel render` of the same layout in every pixel."""

LAYOUTS = ["bar", "effects", "home", "mixer", "portrait", "round", "skinned", "thermostat", "volume"]


def play(stage):
    for name in LAYOUTS:
        layout = stage.layout(name)
        server = stage.serve(layout)
        watcher = stage.watch(server)
        page = stage.page(server)
        stage.shows(f"{name}.yaml is shown exactly", page, layout, watcher=watcher)
