internal import Layout
package import LayoutFile
package import Linux

/// `control: {homeassistant: …}` and `connections: {home: {homeassistant: …}}`: entities of a Home
/// Assistant, over its WebSocket API.
package struct HomeAssistantBackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .homeAssistant }

  package func makeFactory(on loop: EventLoop) -> some ControlFactory {
    SharingFactory(
      on: loop,
      server: { (settings: HomeAssistantSettings) in
        // The back end's keys read connection settings as a `HomeAssistantServer`.
        HomeAssistantServer(of: settings.server) ?? HomeAssistantServer()
      }, connect: HomeAssistantConnection.init, control: HomeAssistantControl.init)
  }

  package func listDevices() -> DeviceListing? { HomeAssistantListing.read() }
}
