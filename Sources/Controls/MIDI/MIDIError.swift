internal import Glibc

/// Why the ALSA sequencer cannot be used.
enum MIDIError: ControlError, Hashable {
  /// The kernel has no sequencer.
  case noSequencer
  /// The device exists, but access is denied.
  case permissionDenied
  /// Any other failed call, with the system's reason.
  case failed(String, reason: String)

  /// Creates the error of an alsa-lib call, which returns a negated `errno`.
  init(call: String, result: Int32) {
    switch -result {
    case ENOENT, ENODEV, ENXIO: self = .noSequencer
    case EACCES, EPERM: self = .permissionDenied
    default: self = .failed(call, reason: String(cString: strerror(abs(result))))
    }
  }

  /// True: MIDI devices may be plugged in later.
  var isTemporary: Bool { true }

  /// One line that includes the remedy.
  var description: String {
    switch self {
    case .noSequencer: "this kernel has no MIDI sequencer; load it: modprobe snd-seq"
    case .permissionDenied:
      "no permission for /dev/snd/seq; add the user to the group \"audio\""
    case .failed(let call, let reason): "the MIDI sequencer failed: \(reason) (\(call))"
    }
  }
}
