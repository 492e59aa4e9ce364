/// A sink, source or stream, as described by the server.
struct PulseEntry {
  /// The server's index, unique while the item exists.
  var index: UInt32
  var volume: PulseVolume
  var isMuted: Bool
}
