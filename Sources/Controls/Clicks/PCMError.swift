internal import Glibc

/// Why clicks cannot be played.
struct PCMError: Error, Hashable, CustomStringConvertible {
  enum Step: Hashable {
    case open
    /// Negotiating rate, channels and samples.
    case configure
    case write
    /// It no longer accepts samples.
    case play
  }

  var device: String
  var step: Step
  /// An `errno`.
  var code: Int32
  /// alsa-lib's description of the error.
  var reason: String

  /// One line that includes the remedy.
  var description: String {
    let name = "PCM \"\(device)\""
    return switch (step, code) {
    case (.open, EBUSY):
      "\(name) is in use by another program; quit that program, or choose a `device` that "
        + "mixes, such as default"
    case (.open, EACCES), (.open, EPERM):
      "no permission for \(name); add the user to the group \"audio\""
    case (.open, ENOENT), (.open, ENODEV), (.open, ENXIO):
      "there is no \(name); plug in its card, or choose a `device` that `aplay -L` lists"
    case (.open, _):
      "\(name) cannot be opened: \(reason); choose another `device`; `aplay -L` lists them"
    case (.configure, _):
      "\(name) does not accept 16-bit samples: \(reason); choose a `device` that "
        + "converts them, such as plughw:CARD=…"
    case (.write, ENODEV), (.write, EBADFD):
      "\(name) is gone: \(reason); plug in its card again"
    case (.write, _):
      "\(name) does not accept samples: \(reason); check its card"
    case (.play, _):
      "\(name) is open but does not play; check its card, or choose another `device`"
    }
  }
}
