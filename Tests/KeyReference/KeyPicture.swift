import Layout

/// A small layout that shows the visual effect of a key, for the reference.
public struct KeyPicture: Sendable {
  /// The key and value as they would be written, such as "arc: zero".
  public var caption: String
  /// The complete layout file.
  public var layout: String
  /// The display's size in design pixels, if it differs from the panel's.
  public var display: (width: Int, height: Int)?
  /// The position of a finger on the panel, in design pixels; nil if there is none.
  public var finger: (x: Double, y: Double)?
  /// How long the finger rests there.
  public var restMilliseconds: Int64 = 0
  /// Whether the finger has lifted after that.
  public var isLifted = false
  /// The actual value of the first knob; nil if it is not known.
  public var actual: Double?
  /// The message that is shown; nil for none.
  public var message: String?
  /// How far the finger has then turned around the middle of the picture, in degrees.
  public var turnedDegrees = 0.0

  init(_ caption: String, layout: String, display: (width: Int, height: Int)? = nil) {
    self.caption = caption
    self.layout = layout
    self.display = display
  }

  /// A knob with this line, and others that are needed to see its effect.
  static func knob(_ line: String, _ others: String..., name: String? = nil) -> KeyPicture {
    let given = ([line] + others).map { $0.prefix { $0 != ":" } }
    let usual = [
      "center: [60, 60]", "diameter: 96", "value: 65", "step: 1", name.map { "name: \($0)" },
    ].compactMap { $0 }.filter { line in !given.contains(line.prefix { $0 != ":" }) }
    let hasSectors = given.contains("sectors")
    let lines = (usual + [line] + others).filter {
      !hasSectors || !($0.hasPrefix("step:") || $0 == "value: 65")
    }
    return KeyPicture(
      line,
      layout: "version: 1\npanel: {size: [120, 120]}\nknobs:\n  k:\n"
        + lines.map { "    \($0)\n" }.joined())
  }

  /// The same picture with a finger on the knob.
  var held: KeyPicture {
    var picture = self
    picture.finger = (60, 30)
    return picture
  }

  /// The same picture with a message.
  func showing(_ message: String) -> KeyPicture {
    var picture = self
    picture.message = message
    return picture
  }

  /// The same picture with an actual value.
  func reading(_ value: Double) -> KeyPicture {
    var picture = self
    picture.actual = value
    return picture
  }

  /// The same picture after a tap.
  func tapped(at position: (x: Double, y: Double)) -> KeyPicture {
    var picture = self
    (picture.finger, picture.isLifted) = (position, true)
    return picture
  }

  /// The same picture with a finger that has turned the knob so far.
  func turned(byDegrees degrees: Double) -> KeyPicture {
    var picture = held
    picture.turnedDegrees = degrees
    return picture
  }

  /// The same picture with a finger that rests at a position for so long.
  func held(at position: (x: Double, y: Double), milliseconds: Int64) -> KeyPicture {
    var picture = self
    (picture.finger, picture.restMilliseconds) = (position, milliseconds)
    return picture
  }

  /// The PIN keypad, which a tap on the locked knob opens.
  static func pin(_ caption: String, size: String, tap position: (x: Double, y: Double))
    -> KeyPicture
  {
    var picture = KeyPicture(
      caption,
      layout: """
        version: 1
        panel: {size: \(size), pin: "0000"}
        knobs:
          k: {center: [50%, 50%], diameter: 66%, value: 65, step: 1, guards: {lock: pin}}

        """)
    picture.finger = position
    picture.isLifted = true
    return picture
  }

  /// The keypad of a button, with a digit typed on it.
  static func keypad(_ caption: String, size: String, tap position: (x: Double, y: Double))
    -> KeyPicture
  {
    var picture = KeyPicture(
      caption,
      layout: """
        version: 1
        panel: {size: \(size)}
        knobs:
          k: {center: [50%, 18%], diameter: 20%}
        buttons:
          alarm:
            center: [50%, 50%]
            size: [50%, 30%]
            text: Alarm off
            keypad: {send: {command: {set: ["true"]}}, length: [4, 6]}

        """)
    picture.finger = position
    picture.isLifted = true
    return picture
  }

  /// A panel with this line and a knob.
  static func panel(
    _ line: String, size: String = "[120, 120]",
    knobs: String = "k: {center: [50%, 50%], diameter: 66%, value: 65, step: 1, name: Bath}",
    display: (width: Int, height: Int)? = nil
  ) -> KeyPicture {
    KeyPicture(
      line,
      layout: """
        version: 1
        panel:
          size: \(size)
          \(line)
        knobs:
          \(knobs)

        """, display: display)
  }

  /// A panel with this locale and a large number.
  static func locale(_ name: String) -> KeyPicture {
    .panel(
      "locale: \(name)",
      knobs: "k: {center: [50%, 50%], diameter: 80%, range: [0, 20000], value: 12500.5, step: 0.5, "
        + "look: {value: {size: 18}}}")
  }

  /// A panel in two languages with a button for each.
  static func languages(_ caption: String) -> KeyPicture {
    KeyPicture(
      caption,
      layout: """
        version: 1
        panel: {size: [320, 204]}
        texts: {de: {Kitchen: Küche, "Off": Aus}}
        knobs:
          kitchen: {center: [90, 66], diameter: 96, name: Kitchen, value: 65, look: {name: below}}
          scene: {center: [230, 66], diameter: 96, sectors: ["Off", 1, 2]}
        buttons:
          en: {center: [90, 174], size: [120, 40], text: English, language: en}
          de: {center: [230, 174], size: [120, 40], text: Deutsch, language: de}

        """)
  }

  /// A panel with this direction, two columns and tabs.
  static func direction(_ name: String) -> KeyPicture {
    let line = "direction: \(name)"
    return KeyPicture(
      line,
      layout: """
        version: 1
        panel: {size: [320, 210], tabs: {height: 36}, \(line)}
        grid: {columns: [3fr, 2fr], rows: [1fr, 44], margin: [8, 8, 8, 4]}
        knobs:
          main: {cell: [1, 1], range: [-60, 0], value: -24, unit: dB, look: {name: none}}
          side: {cell: [2, 1], range: [-60, 0], value: -12, unit: dB, look: {name: none}}
        buttons:
          mute: {cell: [1, 2], span: [2, 1], text: Mute, icon: speaker, mute: all}
        pages: {one: {name: One}, two: {name: Two}}

        """)
  }

  /// A label with this line.
  static func label(_ line: String, _ others: String...) -> KeyPicture {
    let given = ([line] + others).map { $0.prefix { $0 != ":" } }
    let usual = ["text: Rooms", "at: [80, 32]"].filter { line in
      !given.contains(line.prefix { $0 != ":" })
    }
    return KeyPicture(
      line,
      layout: "version: 1\npanel: {size: [160, 60]}\nknobs: {}\nlabels:\n  -"
        + (usual + [line] + others).map { " \($0)\n" }.joined(separator: "   "))
  }

  /// A button with this line, and the knob that it controls.
  static func button(_ line: String, _ others: String..., value: Int = 65) -> KeyPicture {
    let lines = ["center: [80, 30]", "size: [132, 44]", "mute: k", line] + others
    return KeyPicture(
      line,
      layout: """
        version: 1
        panel: {size: [160, 160]}
        knobs:
          k: {center: [80, 106], diameter: 88, value: \(value), step: 1}
        buttons:
          b: {\(lines.joined(separator: ", "))}

        """)
  }

  /// Three buttons with this line, one of them active.
  static func choice(_ line: String) -> KeyPicture {
    let buttons = [20, 50, 80].enumerated().map { index, value in
      "  b\(value): {center: [\(44 + 72 * index), 30], size: [64, 40], text: \"\(value)\", \(line), "
        + "preset: {k: \(value)}}\n"
    }
    return KeyPicture(
      line,
      layout: "version: 1\npanel: {size: [232, 160]}\nknobs:\n"
        + "  k: {center: [116, 108], diameter: 84, value: 50, step: 1}\nbuttons:\n"
        + buttons.joined())
  }

  /// A button for each icon, with the icon's name.
  static var icons: KeyPicture {
    let columns = 6
    let names = ButtonLayout.Icon.allCases.map(\.rawValue)
    let rows = (names.count + columns - 1) / columns
    let buttons = names.enumerated().map { index, name in
      "  \(name)_: {cell: [\(index % columns + 1), \(index / columns + 1)], icon: \(name), "
        + "text: \(name), text_size: 11, page: next}\n"
    }
    return KeyPicture(
      "icon: …",
      layout: """
        version: 1
        panel: {size: [\(columns * 100), \(rows * 72)], pages: none}
        grid: {columns: \(columns), rows: \(rows), gap: 4, margin: 4}
        pages: {one: {}, two: {}}
        knobs: {}
        buttons:
        \(buttons.joined())
        """)
  }

  /// An image with this line, from the shipped layouts; with `knob`, on a panel with a knob.
  static func image(_ line: String, _ others: String..., knob: Bool = false) -> KeyPicture {
    let given = others.map { $0.prefix { $0 != ":" } }
    let usual = ["file: skin/plate.png", "center: [60, 60]"].filter { line in
      !given.contains(line.prefix { $0 != ":" })
    }
    let lines = usual + [line] + others
    let shown = knob ? "{k: {center: [60, 60], diameter: 80, value: 65, step: 1}}" : "{}"
    return KeyPicture(
      line,
      layout: """
        version: 1
        panel: {size: [120, 120]}
        knobs: \(shown)
        images:
          - {\(lines.joined(separator: ", "))}

        """)
  }

  /// A small knob with this line and others, and the copies that they make.
  static func copies(_ line: String, _ others: String...) -> KeyPicture {
    KeyPicture(
      line,
      layout: """
        version: 1
        panel: {size: [200, 120]}
        knobs:
          k: {\(([line, "diameter: 52", "value: 65", "step: 1"] + others).joined(separator: ", "))}

        """)
  }

  /// A knob with this line in a grid; `free` is the first of the other cells.
  static func cell(_ line: String, free: String, count: Int) -> KeyPicture {
    let cell = line.hasPrefix("cell") ? line : "cell: [1, 1], \(line)"
    return KeyPicture(
      line,
      layout: """
        version: 1
        panel: {size: [180, 120]}
        grid: {columns: 3, rows: 2, gap: 8, margin: 6}
        knobs:
          k: {\(cell), value: 65, step: 1}
          others: {\(free), repeat: \(count), value: 65, step: 1, enabled: false}

        """)
  }

  /// Small knobs in a grid with this line.
  static func grid(_ line: String, cells: String = "repeat: 4") -> KeyPicture {
    KeyPicture(
      line,
      layout: """
        version: 1
        panel: {size: [160, 120]}
        grid:
        \(line.split(separator: "\n").map { "  \($0)\n" }.joined())knobs:
          k: {cell: [1, 1], \(cells), value: 65, step: 1}

        """)
  }
}
