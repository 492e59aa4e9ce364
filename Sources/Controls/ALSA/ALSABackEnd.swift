internal import Layout
package import LayoutFile
package import Linux

/// `control: {alsa: …}`: mixer elements of sound cards.
package struct ALSABackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .alsa }

  package func makeFactory(on loop: EventLoop) -> ALSAControlFactory {
    ALSAControlFactory(loop: loop)
  }

  package func listDevices() -> DeviceListing? { MixerList.read().listing }
}

/// Makes ALSA controls, with one thread per card, so that a card that hangs does not block the
/// others.
package final class ALSAControlFactory: ControlFactory {
  private struct Shared {
    weak var worker: ControlWorker?
  }

  private unowned let loop: EventLoop
  /// By card, as named in layouts; each worker exists as long as a control uses it.
  private var workers: [String: Shared] = [:]

  init(loop: EventLoop) {
    self.loop = loop
  }

  package func makeControl(_ settings: ALSASettings) -> any Control {
    WorkerControl(
      name: ALSAControl.name(card: settings.card, element: settings.element),
      on: worker(for: settings.card)
    ) { loop in ALSAControl(settings, loop: loop) }
  }

  private func worker(for card: String) -> ControlWorker {
    if let worker = workers[card]?.worker { return worker }
    let worker = ControlWorker(silence: "sound card \"\(card)\" does not answer", loop: loop)
    workers = workers.filter { $0.value.worker != nil }
    workers[card] = Shared(worker: worker)
    return worker
  }
}
