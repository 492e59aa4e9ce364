/// A sink, source or stream as a server describes it.
struct PulseEntry {
  /// The server's number for it, which no other one has as long as it lives.
  var index: UInt32
  var volume: PulseVolume
  var isMuted: Bool
}
