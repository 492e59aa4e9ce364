internal import Layout

/// A device or program that speaks OSC over UDP; equal values can share a connection.
struct OSCDesk: HostConnectionSettings {
  var name = ""
  var host: String
  /// Its UDP port.
  var port: UInt16
  /// Whether it answers a message without arguments with the address's value.
  var isQueried = false
  /// The address that subscribes to changes for some seconds; nil if the desk always reports
  /// changes, or never.
  var subscription: String?
  /// Seconds between subscriptions, and between checks whether a queried desk is online.
  var renewalSeconds = 8
  /// The local port, for programs that send to a fixed one; nil for any.
  var listeningPort: UInt16?

  /// Models whose settings are known.
  enum Model: String, CaseIterable, Hashable, Sendable {
    /// Behringer X32, Midas M32.
    case x32
    /// Behringer XR and X Air, Midas MR.
    case xair
  }

  /// Applies the known settings of a model; other keys can override them.
  mutating func adopt(_ model: Model) {
    port = model == .x32 ? 10_023 : 10_024
    isQueried = true
    // A subscription expires after 10 s.
    (subscription, renewalSeconds) = ("/xremote", 8)
  }
}
