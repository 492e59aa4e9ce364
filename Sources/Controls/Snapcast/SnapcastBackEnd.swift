internal import Layout
package import LayoutFile
package import Linux

/// `control: {snapcast: …}` and `connections: {house: {snapcast: …}}`: players of Snapcast servers.
package struct SnapcastBackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .snapcast }

  package func makeFactory(on loop: EventLoop) -> SnapcastControlFactory {
    SnapcastControlFactory(loop: loop)
  }

  package func listDevices() -> DeviceListing? { SnapcastListing.read() }
}

/// Makes Snapcast controls; controls of the same server share a connection.
package final class SnapcastControlFactory: ControlFactory {
  private struct Shared {
    weak var connection: SnapcastConnection?
  }

  private unowned let loop: EventLoop
  /// The connections by server; each exists as long as a control uses it.
  private var connections: [SnapcastServer: Shared] = [:]

  init(loop: EventLoop) {
    self.loop = loop
  }

  package func makeControl(_ settings: SnapcastSettings) -> any Control {
    // The back end's keys read connection settings as a `SnapcastServer`.
    var server = settings.server.settings.base as? SnapcastServer ?? SnapcastServer(host: "")
    server.name = settings.server.name
    return SnapcastControl(settings, over: connection(to: server), loop: loop)
  }

  private func connection(to server: SnapcastServer) -> SnapcastConnection {
    if let connection = connections[server]?.connection { return connection }
    let connection = SnapcastConnection(server, loop: loop)
    connections = connections.filter { $0.value.connection != nil }
    connections[server] = Shared(connection: connection)
    return connection
  }
}
