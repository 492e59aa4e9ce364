internal import Layout
package import LayoutFile
package import Linux

/// `control: {osc: …}` and `connections: {desk: {osc: …}}`: mixers, lights and programs that speak
/// Open Sound Control.
package struct OSCBackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .osc }

  package func makeFactory(on loop: EventLoop) -> some ControlFactory {
    SharingFactory(
      on: loop,
      server: { (settings: OSCEndpoint) in
        // The back end's keys read connection settings as an `OSCDesk`.
        OSCDesk(of: settings.desk) ?? OSCDesk(host: "", port: 1)
      }, connect: OSCConnection.init, control: OSCControl.init)
  }
}
