internal import Layout

/// The address of an MPD server; controls with equal values share a connection.
struct MPDServer: Hashable, Sendable {
  /// A name or an address (IPv4 or IPv6, without brackets).
  var host = ""
  var port: UInt16 = 6600
  /// Where the password is stored; nil if the server needs none.
  var password: Secret?

  /// The server's name in messages, such as `MPD at 10.0.0.2:6600`.
  var title: String { "MPD at \(SocketAddress.text(host, port: port))" }
}

/// What a knob, a label or a button uses of an MPD server: the volume, unless it has a `tag` or a
/// `command`.
struct MPDSettings: ControlSettings {
  static let backEnd = "mpd"

  /// A text for labels.
  enum Tag: String, CaseIterable, Sendable {
    case title, artist, state, name
  }

  /// An action of buttons.
  enum Command: String, CaseIterable, Sendable {
    case play, pause, next, previous, stop, toggle
  }

  var server = MPDServer()
  var tag: Tag?
  var command: Command?
  var use = ControlUse.knob

  var isReadOnly: Bool { tag != nil || use == .readOut }
}
