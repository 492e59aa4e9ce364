internal import JSON
internal import Program

/// A request of a program, one JSON object per line.
///
/// | line | request |
/// |---|---|
/// | `{"command": "get"}`, `{"command": "get", "knob": "volume"}` | values |
/// | `{"command": "set", "knob": "volume", "value": 42}` | a value; text as for `knobpanel set` |
/// | `{"command": "press", "button": "mute"}` | a press and a release |
/// | `{"command": "page", "page": "rooms"}` | a page, or `next` or `previous` |
/// | `{"command": "screen", "on": false}` | the screen off or on |
/// | `{"command": "screen", "brightness": 40}` | the screen on, at a brightness in percent |
/// | `{"command": "clean", "seconds": 30}` | touches ignored for up to 600 s; 0 ends this |
/// | `{"command": "watch"}` | all events from now on, one per line |
/// | `{"command": "reload"}`, with `"check": true` | a reload of the layout, or only a check |
/// | `{"command": "status"}` | the state of the panel |
/// | `{"command": "screenshot"}` | a picture of the panel, as PNG in base64 |
///
/// An `id` of any type is repeated in the answer.
enum SocketRequest: Equatable {
  case get(knob: String?)
  /// A number; `setText` has text in the format of `knobpanel set`.
  case set(knob: String, value: Double)
  case setText(knob: String, text: String)
  case press(button: String)
  case page(String)
  case screen(isOn: Bool)
  /// In percent.
  case brightness(Double)
  case clean(seconds: Double)
  case watch
  case reload(isCheck: Bool)
  case status
  case screenshot

  static let commands = [
    "get", "set", "press", "page", "screen", "clean", "watch", "reload", "status", "screenshot",
  ]

  /// Reads the value of a line; nil if it is not JSON.
  ///
  /// - Throws: The error in the line.
  init(_ json: JSONValue?) throws(Problem) {
    guard let json, case .object = json else {
      throw Problem(
        "this is not a JSON object", advice: "write a line such as {\"command\": \"status\"}")
    }
    func text(_ key: String) throws(Problem) -> String {
      guard let text = json[key]?.string else {
        throw Problem("`\(key)` is missing or not a string")
      }
      return text
    }
    guard let command = json["command"]?.string else {
      throw Problem(
        "`command` is missing or not a string",
        advice: "one of " + Self.commands.joined(separator: ", "))
    }
    switch command {
    case "get": self = .get(knob: json["knob"] == nil ? nil : try text("knob"))
    case "set":
      let knob = try text("knob")
      switch json["value"] {
      case .number(let value)? where value.isFinite: self = .set(knob: knob, value: value)
      case .string(let text)?: self = .setText(knob: knob, text: text)
      default:
        throw Problem(
          "`value` must be a number or a string",
          advice: "such as 42, \"+5\", \"50%\" or the name of a sector")
      }
    case "press": self = .press(button: try text("button"))
    case "page": self = .page(try text("page"))
    case "screen":
      switch (json["on"], json["brightness"]) {
      case (.bool(let isOn)?, nil): self = .screen(isOn: isOn)
      case (nil, .number(let percent)?) where (0...100).contains(percent):
        self = .brightness(percent)
      default:
        throw Problem(
          "`screen` takes either `on` or `brightness`",
          advice: "such as \"on\": false, or \"brightness\": 40 for percent")
      }
    case "clean":
      guard let seconds = json["seconds"]?.number, (0...600).contains(seconds) else {
        throw Problem("`seconds` must be a number from 0 to 600")
      }
      self = .clean(seconds: seconds)
    case "watch": self = .watch
    case "reload": self = .reload(isCheck: json["check"]?.bool == true)
    case "status": self = .status
    case "screenshot": self = .screenshot
    default:
      throw Problem(
        "unknown command \(JSONText.quoted(String(command.prefix(40))))",
        advice: "one of " + Self.commands.joined(separator: ", "))
    }
  }
}
