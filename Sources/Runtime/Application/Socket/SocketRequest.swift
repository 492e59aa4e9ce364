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
struct SocketRequest {
  enum Action: Equatable {
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
  }

  /// Repeated in the answer; nil for none.
  var id: JSONValue?
  var action: Action

  static let commands = [
    "get", "set", "press", "page", "screen", "clean", "watch", "reload", "status", "screenshot",
  ]

  /// Parses a line.
  ///
  /// - Parameter line: Its bytes, without the line end.
  /// - Throws: `SocketRequestError` with the error in the line.
  init(_ line: [UInt8]) throws(SocketRequestError) {
    guard let json = JSONValue(parsing: line), case .object = json else {
      throw SocketRequestError(
        nil, "this is not a JSON object", hint: "write a line such as {\"command\": \"status\"}")
    }
    id = json["id"]
    func text(_ key: String) throws(SocketRequestError) -> String {
      guard case .string(let text)? = json[key] else {
        throw SocketRequestError(json["id"], "`\(key)` is missing or not a string")
      }
      return text
    }
    guard case .string(let command)? = json["command"] else {
      throw SocketRequestError(
        id, "`command` is missing or not a string",
        hint: "one of " + Self.commands.joined(separator: ", "))
    }
    switch command {
    case "get": action = .get(knob: json["knob"] == nil ? nil : try text("knob"))
    case "set":
      let knob = try text("knob")
      switch json["value"] {
      case .number(let value)? where value.isFinite: action = .set(knob: knob, value: value)
      case .string(let text)?: action = .setText(knob: knob, text: text)
      default:
        throw SocketRequestError(
          id, "`value` must be a number or a string",
          hint: "such as 42, \"+5\", \"50%\" or the name of a sector")
      }
    case "press": action = .press(button: try text("button"))
    case "page": action = .page(try text("page"))
    case "screen":
      switch (json["on"], json["brightness"]) {
      case (.bool(let isOn)?, nil): action = .screen(isOn: isOn)
      case (nil, .number(let percent)?) where (0...100).contains(percent):
        action = .brightness(percent)
      default:
        throw SocketRequestError(
          id, "`screen` takes either `on` or `brightness`",
          hint: "such as \"on\": false, or \"brightness\": 40 for percent")
      }
    case "clean":
      guard case .number(let seconds)? = json["seconds"], (0...600).contains(seconds) else {
        throw SocketRequestError(id, "`seconds` must be a number from 0 to 600")
      }
      action = .clean(seconds: seconds)
    case "watch": action = .watch
    case "reload":
      if case .bool(true)? = json["check"] {
        action = .reload(isCheck: true)
      } else {
        action = .reload(isCheck: false)
      }
    case "status": action = .status
    case "screenshot": action = .screenshot
    default:
      throw SocketRequestError(
        id, "unknown command \(JSONText.quoted(String(command.prefix(40))))",
        hint: "one of " + Self.commands.joined(separator: ", "))
    }
  }
}

/// An error in a request, for its answer.
struct SocketRequestError: Error {
  var id: JSONValue?
  var message: String
  var hint: String

  init(_ id: JSONValue?, _ message: String, hint: String = "") {
    (self.id, self.message, self.hint) = (id, message, hint)
  }

  init(_ id: JSONValue?, _ problem: Problem) {
    self.init(id, problem.message, hint: problem.advice)
  }
}
