internal import Layout
package import LayoutFile
package import Linux

/// `control: {mqtt: …}` and `connections: {home: {mqtt: …}}`: devices at MQTT brokers.
package struct MQTTBackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .mqtt }

  package func makeFactory(on loop: EventLoop) -> some ControlFactory {
    MQTTControlFactory(loop: loop)
  }

  package func listDevices() -> DeviceListing? { MQTTListing.read() }
}

/// Makes MQTT controls; controls of the same broker share a connection.
private final class MQTTControlFactory: ControlFactory {
  private unowned let loop: EventLoop
  private var connections = ConnectionPool<MQTTBroker, MQTTConnection>()

  init(loop: EventLoop) {
    self.loop = loop
  }

  func makeControl(_ settings: MQTTEndpoint) -> any Control {
    // The back end's keys read connection settings as an `MQTTBroker`.
    let broker = MQTTBroker(of: settings.broker) ?? MQTTBroker(host: "")
    return MQTTControl(settings, over: connection(to: broker), loop: loop)
  }

  func makeServices(over layout: ConnectionLayout) -> [any PanelService] {
    guard let broker = MQTTBroker(of: layout), broker.servesPanel else { return [] }
    let connection = connection(to: broker)
    var services: [any PanelService] = []
    if let discovery = broker.discovery {
      services.append(HomeAssistantDiscovery(discovery, over: connection, loop: loop))
    }
    if let topic = broker.eventTopic {
      services.append(MQTTEventPublisher(to: topic, over: connection, loop: loop))
    }
    return services
  }

  private func connection(to broker: MQTTBroker) -> MQTTConnection {
    connections.connection(to: broker) { MQTTConnection(broker, loop: loop) }
  }
}
