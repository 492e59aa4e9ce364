internal import JSON
internal import Layout
internal import LayoutFile

/// The topics and messages by which one knob drives a device, as read from the layout.
struct MQTTEndpoint: ControlSettings {
  static let backEnd = "mqtt"

  /// The connection to use; its settings are an `MQTTBroker`.
  var broker = ConnectionLayout.unknown
  /// The control's use.
  var use = ControlUse.knob
  /// The topic to which commands are published; nil for a device that is only read.
  var commandTopic: String?
  /// The command; `{value}` stands for its number or its word.
  var payload = PayloadTemplate.placeholder
  /// The words that stand for levels in messages; nil if numbers do.
  var words: LevelWords?
  /// The numbers that represent the knob's lowest and highest value.
  var range = WireRange(lowest: 0, highest: 100)
  /// Number of digits after the decimal point in commands, 0…6.
  var decimals = 0
  /// The topic of the device's state; nil if the device reports none and the knob shows the last
  /// command.
  var stateTopic: String?
  /// The keys that lead to the number in a JSON state; empty if the state is the number.
  var valuePath: [String] = []
  /// The keys that lead to the on/off state in a JSON state; empty if it is not reported.
  var powerPath: [String] = []
  /// The message that makes the device report its state; nil if the broker retains the state.
  var request: Request?
  /// How the device reports whether it is available; nil if it does not.
  var availability: Availability?
  /// MQTT quality of service; 0: commands are sent once, 1: until the broker confirms them.
  var quality = 0
  /// Whether the broker retains commands, and repeats them to a device that connects later.
  var isRetained = false
  /// The device's mute, separate from its level; nil if it has none.
  var mute: Mute?
  /// The initial level, 0…1, of a device that does not report its value: the knob's value.
  var initialLevel = 0.0

  /// The connection to the broker.
  var connection: ConnectionLayout? { broker }
  /// Whether there is no command topic.
  var isReadOnly: Bool { commandTopic == nil }

  /// The topics by which a device is muted, and reports its mute state.
  struct Mute: Hashable, Sendable {
    /// The topic to which commands are published; nil if the mute is read-only.
    var commandTopic: String?
    /// The topic of its state; nil if the device reports none.
    var stateTopic: String?
    /// The keys that lead to the mute state in a JSON state; empty if it is the whole message.
    var valuePath: [String] = []
    /// The words for "not muted" and "muted".
    var words = LevelWords.offOn
  }

  /// A message that makes a device report its state.
  struct Request: Hashable, Sendable {
    /// The topic to publish to.
    var topic: String
    /// The message.
    var payload = ""
  }

  /// The topic and messages by which a device reports whether it is available.
  struct Availability: Hashable, Sendable {
    /// The topic to subscribe to.
    var topic: String
    /// The message for "available"; case-insensitive.
    var online = "online"
    /// The message for "not available"; case-insensitive.
    var offline = "offline"

    /// Whether the message is `online` or `offline`; nil for any other.
    ///
    /// Case-insensitive; zigbee2mqtt wraps the word as `{"state": "online"}`.
    func read(_ payload: Payload) -> Bool? {
      guard var text = payload.word else { return nil }
      if case .string(let word)? = payload.json?["state"] { text = word }
      switch text.lowercased() {
      case online.lowercased(): return true
      case offline.lowercased(): return false
      default: return nil
      }
    }
  }
}
