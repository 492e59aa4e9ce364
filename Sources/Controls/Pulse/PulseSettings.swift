internal import Layout

/// The target that a knob drives at a PulseAudio server, as named in the layout.
struct PulseSettings: ControlSettings {
  static let backEnd = "pulse"

  /// The server's address, in libpulse's format; nil for libpulse's default.
  var server: String?
  var target: PulseTarget

  init(_ target: PulseTarget, server: String? = nil) {
    self.server = server
    self.target = target
  }
}

/// An item of a server that has a volume.
enum PulseTarget: Hashable, Sendable {
  /// An output by name; `default` follows the default output.
  case sink(String)
  /// An input by name; `default` follows the default input.
  case source(String)
  /// The streams of an application, by `application.name` or `application.process.binary`.
  case stream(application: String)

  /// The name of the default sink and the default source.
  static let defaultName = "default"

  /// The kind, in messages.
  var noun: String {
    switch self {
    case .sink: "sink"
    case .source: "source"
    case .stream: "stream"
    }
  }

  /// The name in messages, such as `sink "hdmi"`.
  var title: String {
    switch self {
    case .sink(Self.defaultName), .source(Self.defaultName): "default \(noun)"
    case .sink(let name), .source(let name): "\(noun) \"\(name)\""
    case .stream(let application): "stream of \"\(application)\""
    }
  }

  /// Whether it is the default, which can change.
  var isDefault: Bool {
    switch self {
    case .sink(Self.defaultName), .source(Self.defaultName): true
    default: false
    }
  }
}
