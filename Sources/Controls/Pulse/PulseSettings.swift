internal import Layout

/// What a knob drives at a PulseAudio server, as the layout names it.
package struct PulseSettings: ControlSettings {
  /// The server's address as libpulse takes it; nil for libpulse's own choice.
  package var server: String?
  package var target: PulseTarget

  package init(_ target: PulseTarget, server: String? = nil) {
    self.server = server
    self.target = target
  }
}

/// Something that has a volume at a server.
package enum PulseTarget: Hashable, Sendable {
  /// An output by its name; `default` is whichever is the default.
  case sink(String)
  /// An input by its name; `default` is whichever is the default.
  case source(String)
  /// What an application plays, by `application.name` or `application.process.binary`.
  case stream(application: String)

  /// The word for the default sink and the default source.
  package static let defaultName = "default"

  /// Its kind in messages.
  var noun: String {
    switch self {
    case .sink: "sink"
    case .source: "source"
    case .stream: "stream"
    }
  }

  /// Its name in messages, such as `sink "hdmi"`.
  var title: String {
    switch self {
    case .sink(Self.defaultName), .source(Self.defaultName): "default \(noun)"
    case .sink(let name), .source(let name): "\(noun) \"\(name)\""
    case .stream(let application): "stream of \"\(application)\""
    }
  }

  /// Whether it is the default, which can become another one.
  var isDefault: Bool {
    switch self {
    case .sink(Self.defaultName), .source(Self.defaultName): true
    default: false
    }
  }
}
