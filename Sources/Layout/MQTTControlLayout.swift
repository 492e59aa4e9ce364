/// What a knob says and hears at an MQTT broker.
public struct MQTTControlLayout: Hashable, Sendable {
  public var connection: ConnectionLayout
  public var commandTopic: String
  /// A command, with `{value}` in it at least once.
  public var payload = "{value}"
  /// The numbers in messages that stand for the knob's lowest and highest value; different, and not
  /// always rising.
  public var lowest: Double
  public var highest: Double
  /// Digits after the point of what is sent, 0…6.
  public var decimals = 0
  /// Nil for a thing that tells nothing and is believed.
  public var stateTopic: String?
  /// Keys that lead to the number in a JSON state; none if the state is the number.
  public var valuePath: [String] = []
  /// Keys that lead to whether it is switched on; none if nothing tells.
  public var powerPath: [String] = []
  public var request: Request?
  public var availability: Availability?
  /// 0 or 1.
  public var quality = 0
  public var isRetained = false
  /// Where a thing without a state is believed to be at first: the knob's value, 0…1 of its range.
  public var believedLevel: Double

  public init(
    connection: ConnectionLayout, commandTopic: String, lowest: Double = 0, highest: Double = 100,
    believedLevel: Double = 0
  ) {
    self.connection = connection
    self.commandTopic = commandTopic
    self.lowest = lowest
    self.highest = highest
    self.believedLevel = believedLevel
  }

  /// What to say to be told the state.
  public struct Request: Hashable, Sendable {
    public var topic: String
    public var payload: String

    public init(topic: String, payload: String) {
      self.topic = topic
      self.payload = payload
    }
  }

  /// Where a thing says whether it is there, and how.
  public struct Availability: Hashable, Sendable {
    public var topic: String
    public var online = "online"
    public var offline = "offline"

    public init(topic: String, online: String = "online", offline: String = "offline") {
      self.topic = topic
      self.online = online
      self.offline = offline
    }
  }
}
