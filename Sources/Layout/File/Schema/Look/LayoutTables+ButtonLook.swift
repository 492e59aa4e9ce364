internal import Diagnostics
internal import JSON
internal import Layout
internal import Raster

/// A button's text and appearance.
extension LayoutTables {
  static let buttonLookFields: [Field<ButtonEntry>] = [
    Field(
      "text", .text(example: "Mute"), into: \.button.text, fallback: "", example: "Mute",
      alsoCalled: ["name", "label", "title", "caption"], "Its text."),
    Field(
      "icon", symbol, intoOptional: \.button.symbol, example: "speaker",
      alsoCalled: ["image", "symbol", "picture"],
      "The icon beside its text, or instead of it: a built-in icon in the colour of the text, or a "
        + "picture of your own in its own colours."),
    Field(
      "text_size", .pixels(NumberRule(range: 6...400)), intoOptional: \.button.textSize,
      example: 24, alsoCalled: ["font_size", "fontsize", "font"],
      "The size of its text; a text that does not fit is drawn smaller, and then cut short."),
    Field(
      "icon_size", .pixels(NumberRule(range: 6...400)), intoOptional: \.button.iconSize,
      example: 40, alsoCalled: ["symbol_size"],
      "The size of its icon; for a picture, its longer side."),
    Field(
      "color", .color, intoOptional: \.button.color, example: "teal",
      alsoCalled: ["colour", "fill", "background", "face"],
      "The colour of its face; its text gets a legible colour."),
    Field(
      "lit", .color, intoOptional: \.button.litColor, example: "gold",
      alsoCalled: ["lit_color", "on_color", "active_color", "highlight", "accent", "glow", "led"],
      "The colour of its light while it is on."),
    Field(
      "enabled", .flag, into: \.button.isEnabled, fallback: true, example: false,
      alsoCalled: ["disabled", "active", "readonly"],
      "Whether it can be pressed; a disabled button is greyed out and still shows whether it is "
        + "on."),
  ]

  /// The name of an icon or of a picture file.
  static let symbol: Shape<ButtonLayout.Symbol> = {
    let icon = Shape.choice(of: ButtonLayout.Icon.self)
    let names = ButtonLayout.Icon.allCases.map(\.rawValue)
    return Shape(
      expectation: icon.expectation + "; or a PNG file, such as bell.png",
      schema: [
        "anyOf": [icon.schema, ["allOf": [picturePath.schema, ["pattern": "[./]"]]]]
      ]
    ) { node, subject, context in
      guard case .scalar(let text, _) = node.content else {
        context.mismatch(node, subject, expects: iconOrFile)
        return nil
      }
      // File names have a suffix; icon names have no dot.
      if text.contains(where: { "./".contains($0) }) {
        return picturePath.read(node, subject, context).map { .picture(file: $0) }
      }
      if let icon = ButtonLayout.Icon(rawValue: text) { return .icon(icon) }
      context.mismatch(
        node, subject, expects: iconOrFile,
        hint: Spelling.hint(for: text, among: names, synonyms: iconSynonyms)
          ?? "the icons are: " + names.joined(separator: ", "))
      return nil
    }
  }()

  private static let iconOrFile = "the name of an icon, such as speaker, or of a PNG file"

  private static let iconSynonyms = [
    "mute": "speaker", "volume": "speaker", "sound": "speaker", "audio": "speaker",
    "off": "power", "on": "power", "standby": "power", "undo": "reset", "refresh": "reset",
    "back": "left", "forward": "right", "skip": "next", "start": "play", "add": "plus",
    "louder": "plus", "more": "plus", "quieter": "minus", "less": "minus", "remove": "minus",
    "ok": "check", "yes": "check", "done": "check", "tick": "check", "close": "cross",
    "cancel": "cross", "no": "cross", "x": "cross", "house": "home", "lamp": "light",
    "bulb": "light", "lights": "light", "day": "sun", "bright": "sun", "night": "moon",
    "sleep": "moon", "snowflake": "snow", "cool": "snow", "cold": "snow", "water": "drop",
    "heat": "thermometer", "heating": "thermometer", "temperature": "thermometer",
    "mic": "microphone", "headset": "headphones", "note": "music", "tv": "screen",
    "monitor": "screen", "time": "clock", "timer": "clock", "alarm": "bell", "favorite": "star",
    "favourite": "star", "like": "heart", "user": "person", "people": "person", "help": "info",
    "gear": "settings", "sliders": "settings", "curtain": "blinds", "shutter": "blinds",
    "wlan": "wifi", "network": "wifi", "hamburger": "menu",
  ]
}
