"""The canvas equals, in every pixel, what `knobpanel render` draws of the same layout."""

LAYOUTS = ["bar", "effects", "home", "mixer", "portrait", "round", "skinned", "thermostat", "volume"]


def play(stage):
    for name in LAYOUTS:
        layout = stage.layout(name)
        server = stage.serve(layout)
        watcher = stage.watch(server)
        page = stage.page(server)
        stage.shows(f"{name}.yaml is shown exactly", page, layout, watcher=watcher)
