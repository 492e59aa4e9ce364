internal import JSON

/// What one knob says and hears at a broker.
public struct MQTTEndpoint: Hashable, Sendable {
  public var commandTopic: String
  /// A command, with `{value}` where its number belongs.
  public var payload: String
  public var range: WireRange
  /// Digits after the point of what is sent, 0…6.
  public var decimals: Int
  /// Nil for a thing that tells nothing, and is believed.
  public var stateTopic: String?
  /// The keys that lead to the number in a JSON state; none if the state is the number.
  public var valuePath: [String]
  /// The keys that lead to whether it is switched on; none if nothing tells.
  public var powerPath: [String]
  /// What to say to be told the state, where the broker does not keep it.
  public var request: Request?
  public var availability: Availability?
  /// 0: commands are sent once; 1: until the broker has them.
  public var quality: Int32
  /// Whether the broker keeps commands, and repeats them to a thing that comes later.
  public var isRetained: Bool

  public init(
    commandTopic: String, payload: String = "{value}",
    range: WireRange = WireRange(lowest: 0, highest: 100), decimals: Int = 0,
    stateTopic: String? = nil, valuePath: [String] = [], powerPath: [String] = [],
    request: Request? = nil, availability: Availability? = nil, quality: Int32 = 0,
    isRetained: Bool = false
  ) {
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
  }

  public struct Request: Hashable, Sendable {
    public var topic: String
    public var payload: String

    public init(topic: String, payload: String = "") {
      self.topic = topic
      self.payload = payload
    }
  }

  /// Where a thing says that it is there.
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
