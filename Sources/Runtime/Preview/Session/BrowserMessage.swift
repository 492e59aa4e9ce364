public import Gesture
internal import JSON
public import Raster

/// A request from the page in a browser: a JSON object with a `type`.
public enum BrowserMessage: Sendable {
  /// The frame with this number is on the browser's screen.
  case drawn(UInt32)
  /// Actions of fingers, each with its age in microseconds.
  case touch([(ageMicroseconds: Int64, changes: [ContactAction])])
  /// A wheel was turned above a position, clockwise if positive.
  case wheel(DisplayFraction, notches: Double)
  /// A key turns a knob, clockwise if positive.
  case turn(knob: String, notches: Double)
  /// A key presses a button.
  case press(button: String)
  /// Show another page of the layout.
  case page(Int)
  /// Change how the layout is shown.
  case view(ViewChoice)
  /// Change the target of a simulated control from outside, to a level 0…1.
  case outside(knob: String, level: Double)
  /// Change how a simulated control behaves.
  case simulate(knob: String, SimulationChoice)
  /// Save a file; `version` identifies the text that was edited, nil replaces any.
  case save(name: String, version: String?, text: String)
  /// Check the text of a file without saving it.
  case check(name: String, request: Int, text: String)
  /// Move a knob in the file.
  case move(knob: String, DisplayFraction)

  /// An action of one finger.
  public enum ContactAction: Hashable, Sendable {
    /// It landed.
    case down(Int32, DisplayFraction)
    /// It moved.
    case moved(Int32, DisplayFraction)
    /// It lifted.
    case up(Int32)
    /// It was lost.
    case cancelled(Int32)
  }
}

/// A browser's overrides of a layout's settings; nil keeps the layout's own.
public struct ViewChoice: Hashable, Sendable {
  /// The display's size in pixels.
  public var size: PixelSize?
  /// The clockwise rotation of the panel on the display.
  public var rotation: Rotation?
  /// The name of a theme.
  public var theme: String?
  /// True for a round display, false for a rectangular one.
  public var isRound: Bool?
  /// The display's diagonal in inches, for layouts with lengths in millimetres.
  public var diagonalInches: Double?

  /// The maximum number of pixels of a picture: 4096 by 4096, or as many in another shape.
  static let areaLimit = 1 << 24

  /// Creates a choice without overrides.
  public init() {}
}

/// How a simulated control behaves.
public struct SimulationChoice: Hashable, Sendable {
  /// The time from a request until it takes effect.
  public var delayMilliseconds = 0
  /// The number of levels that it supports; 0 for any level.
  public var stepCount = 0
  /// The fraction of requests that are lost, 0…1.
  public var loss = 0.0
  /// False while it is offline.
  public var isOnline = true

  /// Creates the behaviour without delay, steps or losses.
  public init() {}
}

extension BrowserMessage {
  /// Whether handling it reads the files of the layout.
  var readsFiles: Bool {
    switch self {
    case .save, .check, .move: true
    default: false
    }
  }

  /// Parses a text message; returns nil if it is not one that the page sends.
  public init?(_ bytes: [UInt8]) {
    guard let json = JSONValue(parsing: bytes), let type = json["type"]?.string,
      let message = Self.message(type, json)
    else { return nil }
    self = message
  }

  private static func message(_ type: String, _ json: JSONValue) -> BrowserMessage? {
    switch type {
    case "drawn": json["sequence"]?.integer.flatMap(UInt32.init(exactly:)).map { .drawn($0) }
    case "touch": touch(json)
    case "wheel":
      json.position.flatMap { position in
        json.notches.map { .wheel(position, notches: $0) }
      }
    case "turn": json.knob.flatMap { knob in json.notches.map { .turn(knob: knob, notches: $0) } }
    case "press": json["button"]?.string.map { .press(button: $0) }
    case "page": json["page"]?.integer.map { .page($0) }
    case "view": view(json)
    case "outside":
      json.knob.flatMap { knob in
        json["level"]?.fraction.map { .outside(knob: knob, level: $0) }
      }
    case "simulate": simulate(json)
    case "save": save(json)
    case "check": check(json)
    case "move": json.knob.flatMap { knob in json.position.map { .move(knob: knob, $0) } }
    default: nil
    }
  }

  private static func touch(_ json: JSONValue) -> BrowserMessage? {
    guard let list = json["frames"]?.array else { return nil }
    var frames: [(ageMicroseconds: Int64, changes: [ContactAction])] = []
    for frame in list {
      guard let age = frame["age"]?.number, let changes = frame["changes"]?.array else {
        return nil
      }
      var actions: [ContactAction] = []
      for change in changes {
        guard let action = ContactAction(change) else { return nil }
        actions.append(action)
      }
      // A greater age is a delay in transit, during which the finger did not move.
      frames.append((Int64(min(max(age, 0), 100) * 1000), actions))
    }
    return .touch(frames)
  }

  private static func view(_ json: JSONValue) -> BrowserMessage? {
    var choice = ViewChoice()
    if let size = json["size"]?.array {
      guard size.count == 2, let width = size[0].integer, let height = size[1].integer,
        (16...8192).contains(width), (16...8192).contains(height),
        width * height <= ViewChoice.areaLimit
      else { return nil }
      choice.size = PixelSize(width: width, height: height)
    }
    if let degrees = json["rotation"]?.integer {
      guard let rotation = Rotation(degrees: degrees) else { return nil }
      choice.rotation = rotation
    }
    choice.theme = json["theme"]?.string
    if let shape = json["shape"]?.string {
      guard shape == "round" || shape == "rectangle" else { return nil }
      choice.isRound = shape == "round"
    }
    if let inches = json["diagonal"]?.number {
      guard (0.5...200).contains(inches) else { return nil }
      choice.diagonalInches = inches
    }
    return .view(choice)
  }

  private static func simulate(_ json: JSONValue) -> BrowserMessage? {
    guard let knob = json.knob, let delay = json["delay"]?.integer,
      let steps = json["steps"]?.integer,
      let loss = json["loss"]?.fraction, let isOnline = json["online"]?.bool,
      (0...10_000).contains(delay), (0...100_000).contains(steps), steps != 1
    else { return nil }
    var choice = SimulationChoice()
    (choice.delayMilliseconds, choice.stepCount) = (delay, steps)
    (choice.loss, choice.isOnline) = (loss, isOnline)
    return .simulate(knob: knob, choice)
  }

  private static func save(_ json: JSONValue) -> BrowserMessage? {
    guard let name = json["name"]?.string, let text = json["text"]?.string else { return nil }
    return .save(name: name, version: json["version"]?.string, text: text)
  }

  private static func check(_ json: JSONValue) -> BrowserMessage? {
    guard let name = json["name"]?.string, let text = json["text"]?.string,
      let request = json["request"]?.integer
    else { return nil }
    return .check(name: name, request: request, text: text)
  }
}

extension BrowserMessage.ContactAction {
  /// Parses `["down", id, x, y]`, `["move", id, x, y]`, `["up", id]` or `["cancel", id]`.
  fileprivate init?(_ json: JSONValue) {
    guard let parts = json.array, parts.count >= 2, let kind = parts[0].string,
      let id = parts[1].integer.flatMap(Int32.init(exactly:))
    else { return nil }
    switch kind {
    case "up": self = .up(id)
    case "cancel": self = .cancelled(id)
    case "down", "move":
      guard parts.count == 4, let x = parts[2].number, let y = parts[3].number,
        abs(x) < 100, abs(y) < 100
      else { return nil }
      let position = DisplayFraction(x: x, y: y)
      self = kind == "down" ? .down(id, position) : .moved(id, position)
    default: return nil
    }
  }
}

extension JSONValue {
  fileprivate var knob: String? { self["knob"]?.string }

  fileprivate var notches: Double? { self["notches"]?.number }

  fileprivate var position: DisplayFraction? {
    guard let x = self["x"]?.number, let y = self["y"]?.number, abs(x) < 100, abs(y) < 100 else {
      return nil
    }
    return DisplayFraction(x: x, y: y)
  }

  var integer: Int? { number.flatMap(Int.init(exactly:)) }

  var fraction: Double? { number.flatMap { (0...1).contains($0) ? $0 : nil } }
}
