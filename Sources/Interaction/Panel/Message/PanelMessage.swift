public import JSON

/// A message that somebody sends to the panel, shown above its items.
public struct PanelMessage: Hashable, Sendable {
  /// How urgent a message is, in ascending order.
  public enum Severity: String, CaseIterable, Sendable {
    case info, warning, alarm
  }

  /// The text, one line of 1 to 240 characters.
  public var text: String
  /// How urgent it is.
  public var severity = Severity.info
  /// How long it is shown; nil until a finger taps it or its sender withdraws it.
  public var microseconds: Int64?
  /// Whether it lights the screen.
  public var wakesScreen = false
  /// A message with the same id replaces it; nil for none.
  public var id: String?

  /// Creates a message with a valid text.
  public init(_ text: String) { self.text = text }
}

/// A message, or the end of one, as somebody sends it.
public enum MessageRequest: Hashable, Sendable {
  /// Shows a message, in place of one with the same id.
  case show(PanelMessage)
  /// Removes the message with an id, or all of them.
  case withdraw(id: String?)

  /// Why a request cannot be read, in one line.
  public struct Fault: Error {
    /// What is wrong.
    public let message: String
    /// What to write instead; nil if the message says it.
    public var advice: String?
  }

  private static let textLimit = 240
  /// A character can consist of any number of combining marks.
  private static let byteLimit = 1000
  private static let idLimit = 64
  private static let longestSeconds = 86_400.0

  /// Reads what a control reports.
  ///
  /// | text | request |
  /// |---|---|
  /// | `Dinner is ready` | shown until it is tapped |
  /// | `{"text": "Door open", "severity": "warning", "seconds": 30, "wake": true, "id": "door"}` | shown for 30 s |
  /// | `{"text": "", "id": "door"}` | that message is withdrawn |
  /// | an empty text | all messages are withdrawn |
  ///
  /// - Parameter report: The text, or a JSON object with the keys of the socket's command.
  /// - Throws: The error in it.
  public init(report: String) throws(Fault) {
    if report.first(where: { !$0.isWhitespace }) == "{" {
      guard let json = JSONValue(parsing: Array(report.utf8)) else {
        throw Fault(message: "this is no JSON object", advice: "or send the text alone")
      }
      try self.init(json)
    } else {
      try self.init(["text": .string(report)])
    }
  }

  /// Reads the keys `text`, `severity`, `seconds`, `wake` and `id` of an object.
  ///
  /// - Throws: The error in it.
  public init(_ json: JSONValue) throws(Fault) {
    guard let text = json["text"]?.string else {
      throw Fault(message: "`text` is missing or not a string")
    }
    let id = try Self.id(json["id"])
    let line = Self.line(text)
    guard !line.isEmpty else {
      self = .withdraw(id: id)
      return
    }
    guard line.count <= Self.textLimit, line.utf8.count <= Self.byteLimit else {
      throw Fault(message: "`text` is longer than \(Self.textLimit) characters")
    }
    var message = PanelMessage(line)
    message.id = id
    if let word = json["severity"] {
      let all = PanelMessage.Severity.allCases.map(\.rawValue).joined(separator: ", ")
      guard let severity = word.string.flatMap(PanelMessage.Severity.init(rawValue:)) else {
        throw Fault(message: "`severity` must be one of: \(all)")
      }
      message.severity = severity
    }
    if let number = json["seconds"] {
      guard let seconds = number.number, seconds >= 1, seconds <= Self.longestSeconds else {
        throw Fault(
          message: "`seconds` must be a number from 1 to 86400",
          advice: "without it, the message stays until it is tapped")
      }
      message.microseconds = Int64(seconds * 1e6)
    }
    if let wake = json["wake"] {
      guard let wakes = wake.bool else { throw Fault(message: "`wake` must be true or false") }
      message.wakesScreen = wakes
    }
    self = .show(message)
  }

  private static func id(_ value: JSONValue?) throws(Fault) -> String? {
    guard let value else { return nil }
    guard let id = value.string, (1...idLimit).contains(id.count) else {
      throw Fault(message: "`id` must be a string of 1 to \(idLimit) characters")
    }
    return line(id)
  }

  /// Returns a text on one line, without blanks around it.
  private static func line(_ text: String) -> String {
    text.split {
      $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    .joined(separator: " ")
  }
}
