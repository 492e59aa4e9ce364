internal import JSON
public import Layout
internal import LayoutFile

/// The topics and messages by which one knob drives a device, as read from the layout.
public struct MQTTEndpoint: ControlSettings {
  /// The connection to use; its settings are an `MQTTBroker`.
  public var broker: ConnectionLayout
  /// The control's use.
  public var use = ControlUse.knob
  /// The topic to which commands are published; nil for a device that is only read.
  public var commandTopic: String?
  /// The command; `{value}` stands for its number or its word.
  public var payload: String
  /// The words that stand for levels in messages; nil if numbers do.
  public var words: LevelWords?
  /// The numbers that represent the knob's lowest and highest value.
  public var range: WireRange
  /// Number of digits after the decimal point in commands, 0…6.
  public var decimals: Int
  /// The topic of the device's state; nil if the device reports none and the knob shows the last
  /// command.
  public var stateTopic: String?
  /// The keys that lead to the number in a JSON state; empty if the state is the number.
  public var valuePath: [String]
  /// The keys that lead to the on/off state in a JSON state; empty if it is not reported.
  public var powerPath: [String]
  /// The message that makes the device report its state; nil if the broker retains the state.
  public var request: Request?
  /// How the device reports whether it is available; nil if it does not.
  public var availability: Availability?
  /// MQTT quality of service; 0: commands are sent once, 1: until the broker confirms them.
  public var quality: Int
  /// Whether the broker retains commands, and repeats them to a device that connects later.
  public var isRetained: Bool
  /// The device's mute, separate from its level; nil if it has none.
  public var mute: Mute?
  /// The initial level, 0…1, of a device that does not report its value: the knob's value.
  public var initialLevel: Double

  /// Creates the settings of a control, with the layout file's defaults.
  public init(
    broker: ConnectionLayout? = nil, commandTopic: String?, payload: String = "{value}",
    range: WireRange = WireRange(lowest: 0, highest: 100), decimals: Int = 0,
    stateTopic: String? = nil, valuePath: [String] = [], powerPath: [String] = [],
    request: Request? = nil, availability: Availability? = nil, quality: Int = 0,
    isRetained: Bool = false, initialLevel: Double = 0
  ) {
    self.broker = broker ?? .unknown
    self.commandTopic = commandTopic
    self.payload = payload
    self.range = range
    self.decimals = decimals
    self.stateTopic = stateTopic
    self.valuePath = valuePath
    self.powerPath = powerPath
    self.request = request
    self.availability = availability
    self.quality = quality
    self.isRetained = isRetained
    self.initialLevel = initialLevel
  }

  /// The connection to the broker.
  public var connection: ConnectionLayout? { broker }
  /// Whether there is no command topic.
  public var isReadOnly: Bool { commandTopic == nil }

  /// The topics by which a device is muted, and reports its mute state.
  public struct Mute: Hashable, Sendable {
    /// The topic to which commands are published; nil if the mute is read-only.
    public var commandTopic: String?
    /// The topic of its state; nil if the device reports none.
    public var stateTopic: String?
    /// The keys that lead to the mute state in a JSON state; empty if it is the whole message.
    public var valuePath: [String] = []
    /// The words for "not muted" and "muted".
    public var words = LevelWords.offOn

    /// Creates a mute without topics.
    public init() {}
  }

  /// A message that makes a device report its state.
  public struct Request: Hashable, Sendable {
    /// The topic to publish to.
    public var topic: String
    /// The message.
    public var payload: String

    /// Creates a request.
    public init(topic: String, payload: String = "") {
      self.topic = topic
      self.payload = payload
    }
  }

  /// The topic and messages by which a device reports whether it is available.
  public struct Availability: Hashable, Sendable {
    /// The topic to subscribe to.
    public var topic: String
    /// The message for "available"; case-insensitive.
    public var online: String
    /// The message for "not available"; case-insensitive.
    public var offline: String

    /// Creates an availability, by default with the words that most devices use.
    public init(topic: String, online: String = "online", offline: String = "offline") {
      self.topic = topic
      self.online = online
      self.offline = offline
    }

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
