/// What caused an event.
public struct EventSource: Hashable, Sendable {
  /// The kind of cause; the raw values are those of `source` in the JSON, except for `control`.
  public enum Kind: String, CaseIterable, Sendable {
    case finger, encoder, timer, layout, socket
    case homeAssistant = "homeassistant"
    /// An item's control; the JSON has the name of its back end instead.
    case control

    /// What it means, for documents.
    public var meaning: String {
      switch self {
      case .finger: "a finger, on the item itself, on a button or on a group's master"
      case .encoder: "an encoder, a wheel or a key"
      case .timer: "the panel itself, after some time, or because of its screen"
      case .layout: "another layout, or the start of the panel"
      case .socket: "a program, over the socket"
      case .homeAssistant: "Home Assistant, over MQTT"
      case .control: "the target of a control; the source is the control's key, such as `alsa`"
      }
    }
  }

  /// The kind of cause.
  public let kind: Kind
  /// The name of the back end, such as "alsa", for `control`; otherwise empty.
  public let backEnd: String

  /// A finger.
  public static let finger = EventSource(.finger)
  /// An encoder, a wheel or a key.
  public static let encoder = EventSource(.encoder)
  /// The panel itself.
  public static let timer = EventSource(.timer)
  /// Another layout, or the start of the panel.
  public static let layout = EventSource(.layout)
  /// A program.
  public static let socket = EventSource(.socket)
  /// Home Assistant.
  public static let homeAssistant = EventSource(.homeAssistant)

  /// A control of a back end with this name.
  public static func control(_ backEnd: String) -> EventSource { EventSource(.control, backEnd) }

  private init(_ kind: Kind, _ backEnd: String = "") { (self.kind, self.backEnd) = (kind, backEnd) }

  /// The source as the JSON has it.
  public var name: String { kind == .control ? backEnd : kind.rawValue }
}
