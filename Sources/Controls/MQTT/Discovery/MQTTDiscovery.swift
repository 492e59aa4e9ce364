internal import Glibc

/// How Home Assistant is told of the panel, over a broker.
public struct MQTTDiscovery: Hashable, Sendable {
  /// What no other panel at the broker is called; nil for the name of the machine.
  public var id: String?
  /// What Home Assistant calls the device; nil for one after the id.
  public var name: String?
  /// Where Home Assistant looks for devices.
  public var prefix = "homeassistant"

  /// Creates the settings that a layout has if it only says that it wants to be discovered.
  public init() {}

  /// The id that is used.
  var panelID: String { id ?? DiscoveryTopics.word(Self.machineName) }

  private static var machineName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0, buffer[0] != 0 else { return "panel" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
