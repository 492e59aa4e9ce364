internal import Layout

/// The address of a broker and the login; equal values can share a connection.
///
/// Relative paths start at the folder of the layout file.
struct MQTTBroker: HostConnectionSettings {
  var name = ""
  var host: String
  /// TCP port.
  var port: UInt16 = 1883
  /// The user name for the login; nil for an anonymous login.
  var username: String?
  /// Where the password is stored; nil for no password.
  var password: Secret?
  /// TLS settings; nil for an unencrypted connection.
  var encryption: TLSSettings?
  /// The client ID; nil for a random one in each session.
  var clientID: String?
  /// The maximum time without a message to the broker, in seconds.
  var keepaliveSeconds = 30
  /// How the panel is announced to Home Assistant; nil if it is not.
  var discovery: MQTTDiscovery?
  /// The topic to which the panel's events are published; nil if they are not.
  var eventTopic: String?

  /// Whether the panel is announced to Home Assistant, or publishes its events.
  var servesPanel: Bool { discovery != nil || eventTopic != nil }

  /// The message that the broker publishes if the panel disconnects without notice.
  var will: MQTTMessage? {
    discovery.map {
      MQTTMessage(
        topic: DiscoveryTopics($0).availability, payload: Array("offline".utf8), isRetained: true)
    }
  }
}
