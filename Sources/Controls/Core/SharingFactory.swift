internal import Layout
internal import Linux

/// Makes the controls of a back end that share connections; each connection exists as long as a
/// control uses it.
final class SharingFactory<
  Settings: ControlSettings, Server: Hashable, Connection: AnyObject
>: ControlFactory {
  private unowned let loop: EventLoop
  private var connections = ConnectionPool<Server, Connection>()
  private let server: (Settings) -> Server
  private let connect: (Server, EventLoop) -> Connection
  private let makeControl: (Settings, Connection, EventLoop) -> any Control

  /// Creates a factory of a back end.
  ///
  /// - Parameters:
  ///   - loop: The panel's event loop.
  ///   - server: Returns the server of a control.
  ///   - connect: Makes a connection to a server, not yet open.
  ///   - control: Makes a control of a connection, not yet started.
  init(
    on loop: EventLoop, server: @escaping (Settings) -> Server,
    connect: @escaping (Server, EventLoop) -> Connection,
    control: @escaping (Settings, Connection, EventLoop) -> any Control
  ) {
    (self.loop, self.server) = (loop, server)
    (self.connect, makeControl) = (connect, control)
  }

  func makeControl(_ settings: Settings) -> any Control {
    let server = server(settings)
    let connection = connections.connection(to: server) { connect(server, loop) }
    return makeControl(settings, connection, loop)
  }
}
