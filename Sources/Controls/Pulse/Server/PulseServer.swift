/// A sound server, as controls use it; the real one is `PulseConnection`.
protocol PulseServer: AnyObject {
  /// Adds a member, which is called when the connection is open; the first one opens it.
  func join(_ member: any PulseMember)
  /// Removes a member, which receives no further calls; its read must be cancelled first.
  func leave(_ member: any PulseMember)

  /// Queries a target; does nothing without a connection.
  func read(_ target: PulseTarget, by reader: PulseReader)
  /// Queries the names of all targets of the same kind.
  func readNames(like target: PulseTarget, by reader: PulseReader)
  func setVolume(_ volume: PulseVolume, of index: UInt32, _ target: PulseTarget)
  func setMute(_ isMuted: Bool, of index: UInt32, _ target: PulseTarget)

  /// A query was not answered in time: closes the connection, and reopens it later.
  func didNotAnswer()
}

/// A control that uses a server.
protocol PulseMember: AnyObject {
  func didOpen()
  /// There is no connection until `didOpen`; called again only if the reason changes.
  func didLose(reason: String)
  func didChange(_ change: PulseChange)
}

/// A change announced by a server, without the new state (pa_context_subscribe).
struct PulseChange: Hashable {
  enum Facility { case sink, source, stream, server }
  enum Kind { case new, changed, removed }

  var facility: Facility
  var kind: Kind
  /// The server's index of the changed item.
  var index: UInt32
}
