internal import JSON
internal import LayoutFile
internal import Panel
internal import Program

/// A request of a program, one JSON object per line.
///
/// | line | request |
/// |---|---|
/// | `{"command": "get"}`, `{"command": "get", "knob": "volume"}` | states; also by `button`, `label` or `item` |
/// | `{"command": "set", "knob": "volume", "value": 42}` | a value; text as for `knobpanel set` |
/// | `{"command": "set", "values": {"volume": 42, "bass": "+5"}}` | several values, or none |
/// | `{"command": "set", …, "over": 3}` | the same over a time in seconds, at most an hour |
/// | `{"command": "press", "button": "mute"}` | a press and a release |
/// | `{"command": "page", "page": "rooms"}` | a page, or `next` or `previous` |
/// | `{"command": "language", "language": "de"}` | all texts in a language of the layout |
/// | `{"command": "screen", "on": false}` | the screen off or on |
/// | `{"command": "screen", "brightness": 40}` | the screen on, at a brightness in percent |
/// | `{"command": "message", "text": "Door open", "severity": "warning"}` | a message above the panel; `seconds`, `wake`, `id` |
/// | `{"command": "clean", "seconds": 30}` | touches ignored for up to 600 s; 0 ends this |
/// | `{"command": "watch"}` | the states, then all events from now on, one per line |
/// | `{"command": "watch", "ids": […], "kinds": […], "events": […]}` | only those of these |
/// | `{"command": "reload"}`, with `"check": true` | a reload of the layout, or only a check |
/// | `{"command": "status"}` | the state of the panel |
/// | `{"command": "screenshot"}` | a picture of the panel, as PNG in base64 |
///
/// An `id` of any type is repeated in the answer.
enum SocketRequest: Equatable {
  /// The items of a `get`.
  enum Item: Equatable {
    case all
    case knob(String), button(String), label(String)
    /// A knob, or else a button, or else a label.
    case any(String)
  }

  case get(Item)
  /// `isList` if the answer is a list, also of one knob.
  case set([KnobSetting], overMicroseconds: Int64, isList: Bool)
  case press(button: String)
  case page(String)
  case language(String)
  case screen(isOn: Bool)
  /// In percent.
  case brightness(Double)
  case clean(seconds: Double)
  case message(MessageRequest)
  case watch(EventFilter)
  case reload(isCheck: Bool)
  case status
  case screenshot

  static let commands = [
    "get", "set", "press", "page", "language", "screen", "clean", "message", "watch", "reload",
    "status",
    "screenshot",
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
    case "get": self = .get(try Item(json))
    case "set":
      let microseconds = try Self.duration(json["over"])
      if let values = json["values"] {
        self = .set(
          try Self.settings(values, json), overMicroseconds: microseconds, isList: true)
      } else {
        let setting = try Self.setting(of: try text("knob"), json["value"])
        self = .set([setting], overMicroseconds: microseconds, isList: false)
      }
    case "press": self = .press(button: try text("button"))
    case "page": self = .page(try text("page"))
    case "language": self = .language(try text("language"))
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
    case "message":
      do throws(MessageRequest.Fault) {
        self = .message(try MessageRequest(json))
      } catch {
        throw Problem(error.message, advice: error.advice ?? "")
      }
    case "watch": self = .watch(try EventFilter(json))
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

extension SocketRequest {
  /// The most knobs of one `set`.
  private static let settingLimit = 200
  /// The longest time of one `set`, in seconds.
  private static let longestSeconds = 3600.0

  private static func setting(of knob: String, _ value: JSONValue?) throws(Problem) -> KnobSetting {
    switch value {
    case .number(let number)? where number.isFinite: KnobSetting(knob: knob, .number(number))
    case .string(let text)?: KnobSetting(knob: knob, .text(text))
    default:
      throw Problem(
        "`value` must be a number or a string",
        advice: "such as 42, \"+5\", \"50%\" or the name of a sector")
    }
  }

  private static func settings(
    _ values: JSONValue, _ json: JSONValue
  ) throws(Problem) -> [KnobSetting] {
    guard json["knob"] == nil, json["value"] == nil else {
      throw Problem("`values` and `knob` exclude each other")
    }
    guard let pairs = values.pairs, !pairs.isEmpty, pairs.count <= settingLimit else {
      throw Problem(
        "`values` must be an object with 1 to \(settingLimit) values",
        advice: "such as {\"volume\": 42, \"bass\": \"+5\"}")
    }
    var settings: [KnobSetting] = []
    for (knob, value) in pairs { settings.append(try setting(of: knob, value)) }
    return settings
  }

  /// Returns the microseconds of a number of seconds, or of text such as "3s"; 0 for none.
  private static func duration(_ json: JSONValue?) throws(Problem) -> Int64 {
    let seconds: Double? =
      switch json {
      case nil: 0
      case .number(let seconds)?: seconds
      case .string(let text)?: DurationText.seconds(text)
      default: nil
      }
    guard let seconds, (0...longestSeconds).contains(seconds) else {
      throw Problem(
        "`over` must be a time from 0 to 1 hour", advice: "such as 3 for seconds, or \"2min\"")
    }
    return Int64((seconds * 1e6).rounded())
  }
}

extension SocketRequest.Item {
  /// Reads the item of a `get`, of which it has at most one key.
  fileprivate init(_ json: JSONValue) throws(Problem) {
    let makers: [(key: String, make: (String) -> Self)] = [
      ("knob", Self.knob), ("button", Self.button), ("label", Self.label), ("item", Self.any),
    ]
    let given = makers.filter { json[$0.key] != nil }
    guard given.count <= 1 else {
      throw Problem("`\(given[0].key)` and `\(given[1].key)` exclude each other")
    }
    guard let (key, make) = given.first else {
      self = .all
      return
    }
    guard let id = json[key]?.string else {
      throw Problem("`\(key)` is missing or not a string")
    }
    self = make(id)
  }
}

extension EventFilter {
  /// Reads the filter of a `watch`.
  fileprivate init(_ json: JSONValue) throws(Problem) {
    func list(_ key: String) throws(Problem) -> [String] {
      guard let value = json[key] else { return [] }
      let items = value.array?.compactMap(\.string)
      guard let items, items.count == value.array?.count, items.count <= Self.countLimit else {
        throw Problem("`\(key)` must be a list of at most \(Self.countLimit) strings")
      }
      return items
    }
    func known(_ key: String, _ names: [String]) throws(Problem) -> [String] {
      let items = try list(key)
      for item in items where !names.contains(item) {
        throw Problem(
          "`\(key)` has an unknown name \(JSONText.quoted(String(item.prefix(40))))",
          advice: "one of " + names.joined(separator: ", "))
      }
      return items
    }
    ids = try list("ids")
    kinds = try known("kinds", Self.allKinds.map(\.rawValue)).compactMap(EventKey.init)
    events = try known("events", Self.allEvents)
  }
}
