internal import Layout
package import LayoutFile
package import Linux

/// `control: {osc: …}` and `connections: {desk: {osc: …}}`: mixers, lights and programs that speak
/// Open Sound Control.
package struct OSCBackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .osc }

  package func makeFactory(on loop: EventLoop) -> OSCControlFactory {
    OSCControlFactory(loop: loop)
  }
}

/// Makes OSC controls; controls of the same desk share a connection.
package final class OSCControlFactory: ControlFactory {
  private struct Shared {
    weak var connection: OSCConnection?
  }

  private unowned let loop: EventLoop
  /// The connections by desk; each exists as long as a control uses it.
  private var connections: [OSCDesk: Shared] = [:]

  init(loop: EventLoop) {
    self.loop = loop
  }

  package func makeControl(_ settings: OSCEndpoint) -> any Control {
    // The back end's keys read connection settings as an `OSCDesk`.
    var desk = settings.desk.settings.base as? OSCDesk ?? OSCDesk(host: "", port: 1)
    desk.name = settings.desk.name
    return OSCControl(settings, over: connection(to: desk), loop: loop)
  }

  private func connection(to desk: OSCDesk) -> OSCConnection {
    if let connection = connections[desk]?.connection { return connection }
    let connection = OSCConnection(desk, loop: loop)
    connections = connections.filter { $0.value.connection != nil }
    connections[desk] = Shared(connection: connection)
    return connection
  }
}
