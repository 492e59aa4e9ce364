internal import Layout
internal import LayoutFile
internal import Linux
internal import Controls

/// The connections to brokers that controls of one loop share, each as long as a control has it.
final class Brokers {
  private struct Shared {
    weak var connection: MQTTConnection?
  }

  private unowned let loop: EventLoop
  private var shared: [MQTTBroker: Shared] = [:]

  init(loop: EventLoop) {
    self.loop = loop
  }

  /// The control that a layout describes; not open yet.
  func control(_ layout: MQTTControlLayout) -> MQTTControl {
    MQTTControl(
      MQTTEndpoint(layout), at: layout.believedLevel,
      over: connection(to: MQTTBroker(layout.broker)), loop: loop)
  }

  private func connection(to broker: MQTTBroker) -> MQTTConnection {
    if let connection = shared[broker]?.connection { return connection }
    let connection = MQTTConnection(broker, loop: loop)
    shared = shared.filter { $0.value.connection != nil }
    shared[broker] = Shared(connection: connection)
    return connection
  }
}

extension MQTTBroker {
  init(_ layout: ConnectionLayout) {
    let broker = layout.settings.base as? MQTTBrokerLayout ?? MQTTBrokerLayout(host: "")
    self.init(
      name: layout.name, host: broker.host, port: broker.port, username: broker.username,
      password: broker.password.map { secret in
        switch secret {
        case .file(let path): .file(path)
        case .environment(let name): .environment(name)
        }
      },
      encryption: broker.encryption.map { layout in
        Encryption(
          authorityFile: layout.authorityFile, certificateFile: layout.certificateFile,
          keyFile: layout.keyFile, takesAnyName: layout.takesAnyName)
      },
      clientID: broker.clientID, keepaliveSeconds: broker.keepaliveSeconds)
  }
}

extension MQTTEndpoint {
  init(_ layout: MQTTControlLayout) {
    self.init(
      commandTopic: layout.commandTopic, payload: layout.payload,
      range: WireRange(lowest: layout.lowest, highest: layout.highest), decimals: layout.decimals,
      stateTopic: layout.stateTopic, valuePath: layout.valuePath, powerPath: layout.powerPath,
      request: layout.request.map { Request(topic: $0.topic, payload: $0.payload) },
      availability: layout.availability.map {
        Availability(topic: $0.topic, online: $0.online, offline: $0.offline)
      },
      quality: Int32(clamping: layout.quality), isRetained: layout.isRetained)
  }
}
