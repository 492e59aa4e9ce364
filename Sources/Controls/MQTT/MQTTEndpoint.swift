internal import JSON
public import Layout
internal import LayoutFile

/// What one knob sends to and receives from a broker, as the layout says it.
public struct MQTTEndpoint: ControlSettings {
  /// Its settings are an `MQTTBroker`.
  public var broker: ConnectionLayout
  public var commandTopic: String
  /// The command, with `{value}` where its number belongs.
  public var payload: String
  public var range: WireRange
  /// Digits after the point of what is sent, 0…6.
  public var decimals: Int
  /// Nil for a device that does not report its value; the knob shows what it last sent.
  public var stateTopic: String?
  /// The keys that lead to the number in a JSON state; none if the state is the number.
  public var valuePath: [String]
  /// The keys that lead to whether it is switched on; none if nothing reports it.
  public var powerPath: [String]
  /// What to publish so that the device reports its state, where the broker does not keep it.
  public var request: Request?
  public var availability: Availability?
  /// 0: commands are sent once; 1: until the broker has them.
  public var quality: Int
  /// Whether the broker keeps commands, and repeats them to a device that connects later.
  public var isRetained: Bool
  /// The first level of a device that does not report its value, 0…1: the knob's value.
  public var initialLevel: Double

  public init(
    broker: ConnectionLayout? = nil, commandTopic: String, payload: String = "{value}",
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

  public var connection: ConnectionLayout? { broker }

  public struct Request: Hashable, Sendable {
    public var topic: String
    public var payload: String

    public init(topic: String, payload: String = "") {
      self.topic = topic
      self.payload = payload
    }
  }

  /// Where a device reports whether it is there, and how.
  public struct Availability: Hashable, Sendable {
    public var topic: String
    public var online: String
    public var offline: String

    public init(topic: String, online: String = "online", offline: String = "offline") {
      self.topic = topic
      self.online = online
      self.offline = offline
    }

    /// Nil if the message is neither; capitals do not matter, and zigbee2mqtt wraps the word up as
    /// `{"state": "online"}`.
    func read(_ payload: [UInt8]) -> Bool? {
      var text = String(decoding: payload.prefix(200), as: UTF8.self)
      if case .string(let word)? = JSONValue(parsing: payload)?["state"] { text = word }
      switch text.lowercased() {
      case online.lowercased(): return true
      case offline.lowercased(): return false
      default: return nil
      }
    }
  }
}
