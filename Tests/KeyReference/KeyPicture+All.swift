extension KeyPicture {
  /// The pictures of the reference, by the path of the key that they illustrate.
  static let all: [String: [KeyPicture]] = panel.merging(knobs) { $1 }.merging(look) { $1 }
    .merging(others) { $1 }

  private static let panel: [String: [KeyPicture]] = [
    "panel.fit": [.fit("contain"), .fit("stretch"), .fit("none")],
    "panel.rotate": [.panel("rotate: 90")],
    "panel.theme": [
      .panel("theme: graphite"), .panel("theme: paper"), .panel("theme: flat-dark"),
      .panel("theme: flat-light"), .panel("theme: hifi"), .panel("theme: studio"),
      .panel("theme: contrast"),
    ],
    "panel.colors": [.panel("colors: {accent: gold, background: \"#101418\"}")],
    "panel.background": [.panel("background: {file: skin/wood.png, fit: tile}")],
    "panel.clicks": [
      .panel("clicks: true", knobs: "k: {center: [60, 60], diameter: 96, value: 95}").turned(
        byDegrees: 40)
    ],
    "panel.font": [.panel("font: DejaVu Serif")],
    "panel.pin": [.pin("pin: …", size: "[320, 240]", tap: (160, 120))],
    "panel.direction": [.direction("ltr"), .direction("rtl")],
    "panel.locale": [.locale("en"), .locale("de"), .locale("de-CH")],
    "messages": [
      KeyPicture(
        "messages: …",
        layout: """
          version: 1
          panel: {size: [320, 200]}
          messages: {file: {path: /run/message}}
          knobs:
            a: {center: [80, 130], diameter: 110, value: 65, step: 1}
            b: {center: [240, 130], diameter: 110, value: 30, step: 1}

          """
      ).showing(#"{"text": "Dinner is ready", "severity": "warning"}"#)
    ],
    "panel.text_scale": [
      .panel(
        "text_scale: 1.5",
        knobs: "k: {center: [60, 48], diameter: 64, value: 65, step: 1, name: Bath}")
    ],
  ]

  private static let look: [String: [KeyPicture]] = [
    "knobs.look.track": [
      .knob("look: {track: {width: 14%}}", "default: 20"), .knob("look: {track: none}"),
    ],
    "knobs.look.progress": [
      .knob("look: {progress: orange}"),
      .knob("look: {progress: {gradient: [teal, gold, tomato]}}", "value: 90"),
      .knob("look: {progress: {zones: [[0, teal], [50, gold], [75, tomato]]}}", "value: 90"),
    ],
    "knobs.look.pointer": [
      .knob("look: {pointer: line}"), .knob("look: {pointer: dot}"),
      .knob("look: {pointer: triangle}"), .knob("look: {pointer: notch}"),
      .knob("look: {pointer: {shape: triangle, color: gold}}"),
    ],
    "knobs.look.cap": [
      .knob("look: {cap: flat}"), .knob("look: {cap: dish}"), .knob("look: {cap: dome}"),
      .knob("look: {cap: cone}"), .knob("look: {cap: metal}"), .knob("look: {cap: skirt}"),
      .knob("look: {cap: none}"), .knob("look: {cap: {shape: dome, color: \"#7a3b3b\"}}"),
    ],
    "knobs.look.ticks": [
      .knob("look: {ticks: {count: 11}}", "diameter: 84"),
      .knob("look: {ticks: {every: 50, labels: true}}", "diameter: 72"),
      .knob("look: {ticks: {at: {0: Off, 50: \"\", 100: Max}}}", "diameter: 72"),
    ],
    "knobs.look.glow": [.knob("look: {glow: gold}").held, .knob("look: {glow: none}").held],
    "knobs.look.detents": [
      .knob("look: {detents: true}", "default: 20"), .knob("look: {detents: false}", "default: 20"),
    ],
    "knobs.look.name": [
      .knob("look: {name: inside}", "name: Bath"), .knob("look: {name: none}", "name: Bath"),
      .knob("look: {name: {size: 20}}", "name: Bath", "diameter: 64", "center: [60, 46]"),
    ],
    "knobs.look.name.fit": ["wrap", "shrink", "cut"].map {
      .knob(
        "look: {name: {fit: \($0)}}", "name: Balcony rail lights", "diameter: 68",
        "center: [60, 44]")
    },
    "knobs.look.value": [
      .knob("look: {value: below}"), .knob("look: {value: none}"),
      .knob("look: {value: {size: 16}}"),
    ],
    "knobs.look.swap": [.knob("look: {swap: true}", "name: Bath")],
  ]

  private static let knobs: [String: [KeyPicture]] = [
    "knobs.skin.background": [.knob("skin: {background: skin/plate.png, rotating: skin/cap.png}")],
    "knobs.skin.rotating": [.knob("skin: {rotating: skin/cap.png}")],
    "knobs.skin.foreground": [.knob("skin: {rotating: skin/cap.png, foreground: skin/gloss.png}")],
    "knobs.skin.filmstrip": [.knob("skin: {filmstrip: {file: skin/lamps.png, frames: 31}}")],
    "knobs.name": [.knob("name: Bath", "diameter: 80")],
    "knobs.range": [.knob("range: [-50, 50]", "value: 15")],
    "knobs.limit": [
      .knob("limit: 85", "value: 60"),
      KeyPicture(
        "limit: {knob: bar-limit}",
        layout: """
          version: 1
          panel: {size: [200, 120]}
          knobs:
            bar: {center: [60, 60], diameter: 96, value: 60, step: 1, limit: {knob: bar-limit}}
            bar-limit: {center: [156, 60], diameter: 56, value: 75, step: 1}

          """),
    ],
    "knobs.unit": [.knob("unit: \"%\"")],
    "knobs.taper": [
      .knob("taper: linear", "value: 25"), .knob("taper: cubic", "value: 25"),
      .knob("taper: {zero_at: 60}", "range: [-60, 10]", "value: 0", "step: 1"),
    ],
    "knobs.sweep": [
      .knob("sweep: [-90, 90]"), .knob("sweep: [135, -135]"), .knob("sweep: [0, 90]"),
    ],
    "knobs.turns": [.knob("turns: 3")],
    "knobs.endless": [.knob("endless: true")],
    "knobs.sectors": [
      .knob("sectors: [Radio, CD, TV]"), .knob("sweep: [-45, 45]", "sectors: [Radio, CD, TV]"),
    ],
    "knobs.decimals": [.knob("decimals: 1", "value: 6.5", "range: [0, 10]", "step: 0.1")],
    "knobs.format": [
      .knob("format: \"{L|R} {abs}\"", "range: [-50, 50]", "value: -20", "arc: zero", "step: 1")
    ],
    "knobs.names": [.knob("names: [{value: 0, name: off}]", "value: 0")],
    "knobs.reading": [.knob("reading: {file: {path: /run/actual}}").reading(48)],
    "knobs.arc": [
      .knob("arc: minimum"), .knob("arc: center"), .knob("arc: 20"),
      .knob("arc: reading", "reading: {file: {path: /run/actual}}").reading(40),
      .knob("arc: reading", "reading: {file: {path: /run/actual}}").reading(85),
    ],
    "knobs.guards.lock": [
      .knob("guards: {lock: true}"),
      .knob("guards: {lock: hold}").held(at: (60, 30), milliseconds: 600),
    ],
    "knobs.enabled": [.knob("enabled: false")],
    "knobs.when": [
      .knob("when: {knob: k, above: 80, color: tomato}", "value: 65"),
      .knob("when: {knob: k, above: 80, color: tomato}", "value: 90"),
    ],
    "knobs.opacity": [.knob("opacity: 1"), .knob("opacity: 0.4")],
    "knobs.cell": [.cell("cell: [3, 2]", free: "cell: [1, 1]", count: 5)],
    "knobs.span": [.cell("span: [2, 2]", free: "cell: [3, 1], by: [0, 1]", count: 2)],
    "knobs.repeat": [
      .copies("repeat: [Hall, Bath]", "by: [80, 0]", "center: [60, 52]", "name: \"{name}\""),
      .copies(
        "repeat: [{name: Hall, color: teal}, {name: Bath, color: gold}]", "by: [80, 0]",
        "center: [60, 52]", "name: \"{name}\"", "look: {progress: \"{color}\"}"),
    ],
    "knobs.by": [.copies("by: [48, 28]", "repeat: 3", "center: [52, 32]")],
  ]

  private static let others: [String: [KeyPicture]] = [
    "labels.size": [.label("size: 14", "at: [20, 38]"), .label("size: 28", "at: [20, 38]")],
    "labels.align": [.label("align: left"), .label("align: center"), .label("align: right")],
    "labels.fit": [
      .label("fit: ellipsis", "width: 70", "text: Living room", "at: [20, 26]"),
      .label("fit: shrink", "width: 70", "text: Living room", "at: [20, 26]"),
      .label("fit: wrap", "width: 70", "text: Living room", "at: [20, 26]"),
    ],
    "labels.color": [
      .label("color: gold", "at: [20, 38]"), .label("color: \"#ffd70080\"", "at: [20, 38]"),
    ],
    "buttons.text_size": [
      .button("text_size: 14", "text: Mute"), .button("text_size: 26", "text: Mute"),
    ],
    "images.size": [.image("size: 48"), .image("size: [96, 48]")],
    "images.layer": [
      .image("layer: back", "file: skin/gloss.png", "size: 90", knob: true),
      .image("layer: front", "file: skin/gloss.png", "size: 90", knob: true),
    ],
    "images.opacity": [.image("opacity: 0.4", "size: 60")],
    "buttons.text": [.button("text: Mute")],
    "buttons.color": [.button("color: teal", "text: Mute")],
    "buttons.lit": [.button("lit: gold", "text: Mute", value: 0)],
    "buttons.enabled": [.button("enabled: false", "text: Mute")],
    "buttons.icon": [
      .button("icon: speaker"), .button("icon: reset", "text: Reset"),
      .button("icon: skin/cap.png", "icon_size: 34", "text: Own"), .icons,
    ],
    "buttons.lock": [
      .button("lock: hold", "text: Mute").held(at: (80, 30), milliseconds: 600)
    ],
    "buttons.keypad": [
      .keypad("keypad: {send: …, length: [4, 6]}", size: "[320, 240]", tap: (160, 120))
    ],
    "buttons.choice": [.choice("choice: scene")],
    "buttons.language": [
      .languages("language: en"), .languages("language: de").tapped(at: (230, 174)),
    ],
    "texts": [.languages("texts: {de: {Kitchen: Küche, Off: Aus}}").tapped(at: (230, 174))],
    "grid.columns": [
      .grid("columns: 3", cells: "repeat: 3"), .grid("columns: [1fr, 2fr]", cells: "repeat: 2"),
    ],
    "grid.rows": [.grid("columns: 2\nrows: 2")],
    "grid.gap": [.grid("columns: 2\nrows: 2\ngap: 16")],
    "grid.margin": [.grid("columns: 2\nrows: 2\nmargin: [40, 10]")],
  ]

  /// Three knobs in a row across the whole design, on a wider display.
  private static func fit(_ fit: String) -> KeyPicture {
    .panel(
      "fit: \(fit)", size: "[120, 120]",
      knobs: "k: {center: [20, 60], diameter: 30, repeat: 3, by: [40, 0], value: 65, step: 1}",
      display: (200, 140))
  }
}
