internal import Glibc

/// How the panel is announced to Home Assistant over a broker.
struct MQTTDiscovery: Hashable, Sendable {
  /// The panel's ID, unique at the broker; nil for the host name.
  var id: String?
  /// The device's name in Home Assistant; nil for one based on the ID.
  var name: String?
  /// The prefix of Home Assistant's discovery topics.
  var prefix = "homeassistant"

  /// The ID in use.
  var panelID: String { id ?? DiscoveryTopics.word(Self.machineName) }

  private static var machineName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0, buffer[0] != 0 else { return "panel" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
