internal import Layout
package import LayoutFile
package import Linux

/// `control: {snapcast: …}` and `connections: {house: {snapcast: …}}`: players of Snapcast servers.
package struct SnapcastBackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .snapcast }

  package func makeFactory(on loop: EventLoop) -> some ControlFactory {
    SharingFactory(
      on: loop,
      server: { (settings: SnapcastSettings) in
        // The back end's keys read connection settings as a `SnapcastServer`.
        SnapcastServer(of: settings.server) ?? SnapcastServer(host: "")
      }, connect: SnapcastConnection.init, control: SnapcastControl.init)
  }

  package func listDevices() -> DeviceListing? { SnapcastListing.read() }
}
