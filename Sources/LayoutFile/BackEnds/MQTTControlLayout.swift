public import Layout

/// What a knob sends to and receives from an MQTT broker.
public struct MQTTControlLayout: ControlSettings {
  public var broker: ConnectionLayout
  public var commandTopic: String
  /// The command, with `{value}` in it at least once.
  public var payload = "{value}"
  /// The numbers in messages that stand for the knob's lowest and highest value; different, and not
  /// always rising.
  public var lowest: Double
  public var highest: Double
  /// Digits after the point of what is sent, 0…6.
  public var decimals = 0
  /// Nil for a device that does not report its value; the knob shows what it last sent.
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
  /// The first level of a device that does not report its value: the knob's value, 0…1 of its range.
  public var believedLevel: Double

  public init(
    broker: ConnectionLayout, commandTopic: String, lowest: Double = 0, highest: Double = 100,
    believedLevel: Double = 0
  ) {
    self.broker = broker
    self.commandTopic = commandTopic
    self.lowest = lowest
    self.highest = highest
    self.believedLevel = believedLevel
  }

  public var connection: ConnectionLayout? { broker }

  /// What to publish so that the device reports its state.
  public struct Request: Hashable, Sendable {
    public var topic: String
    public var payload: String

    public init(topic: String, payload: String) {
      self.topic = topic
      self.payload = payload
    }
  }

  /// Where a device reports whether it is there, and how.
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
