internal import Layout
package import LayoutFile
package import Linux

/// `control: {pulse: …}`: volumes of PulseAudio, and of PipeWire through pipewire-pulse.
package struct PulseBackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .pulse }

  package func makeFactory(on loop: EventLoop) -> some ControlFactory {
    PulseControlFactory(loop: loop)
  }

  package func listDevices() -> DeviceListing? { PulseList.read().listing }
}

/// Makes PulseAudio controls, with one thread and one connection per server.
private final class PulseControlFactory: ControlFactory {
  private struct Shared {
    weak var worker: ControlWorker?
    let connection: ThreadConnection
  }

  /// The connection of one thread's controls; exists as long as a control uses it.
  private final class ThreadConnection: @unchecked Sendable {
    // Unchecked: used only on the thread of the worker created with it.
    private weak var connection: PulseConnection?

    func connection(to server: String?, on loop: EventLoop) -> PulseConnection {
      if let connection { return connection }
      let connection = PulseConnection(server: server, loop: loop)
      self.connection = connection
      return connection
    }
  }

  private unowned let loop: EventLoop
  /// The workers by server; each exists as long as a control uses it.
  private var workers: [String?: Shared] = [:]

  init(loop: EventLoop) {
    self.loop = loop
  }

  func makeControl(_ settings: PulseSettings) -> any Control {
    let (worker, connection) = shared(for: settings.server)
    return WorkerControl(name: PulseControl.name(of: settings), on: worker) { loop in
      PulseControl(
        settings, at: connection.connection(to: settings.server, on: loop), loop: loop)
    }
  }

  private func shared(for server: String?) -> (ControlWorker, ThreadConnection) {
    if let known = workers[server], let worker = known.worker { return (worker, known.connection) }
    let silence = PulseError.silent(server: server).description
    let shared = (ControlWorker(silence: silence, loop: loop), ThreadConnection())
    workers = workers.filter { $0.value.worker != nil }
    workers[server] = Shared(worker: shared.0, connection: shared.1)
    return shared
  }
}
