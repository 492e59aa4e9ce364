/// A sound server as a control uses it; the real one is `PulseConnection`.
protocol PulseServer: AnyObject {
  /// Adds a member, which is told when there is a connection; it is made for the first one.
  func join(_ member: any PulseMember)
  /// Removes a member, which receives no further calls; what it reads is to be cancelled before.
  func leave(_ member: any PulseMember)

  /// Asks for what a target is now; does nothing without a connection.
  func read(_ target: PulseTarget, by reader: PulseReader)
  /// Asks for the names of all targets of that kind.
  func readNames(like target: PulseTarget, by reader: PulseReader)
  func setVolume(_ volume: PulseVolume, of index: UInt32, _ target: PulseTarget)
  func setMute(_ isMuted: Bool, of index: UInt32, _ target: PulseTarget)

  /// A question was not answered in time: the connection is given up, and made anew later.
  func didNotAnswer()
}

/// A control that uses a server.
protocol PulseMember: AnyObject {
  func didOpen()
  /// There is no connection until `didOpen`; called again only if the reason changes.
  func didLose(reason: String)
  func didChange(_ change: PulseChange)
}

/// A change that a server tells of, without what it is now (pa_context_subscribe).
struct PulseChange: Hashable {
  enum Facility { case sink, source, stream, server }
  enum Kind { case new, changed, removed }

  var facility: Facility
  var kind: Kind
  /// The server's number for what changed.
  var index: UInt32
}
