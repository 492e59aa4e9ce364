public import Linux

/// Makes ALSA controls, with one thread for each card: a card that hangs does not stop the others.
public final class ALSAControlFactory {
  private struct Shared {
    weak var worker: ControlWorker?
  }

  private let loop: EventLoop
  /// By card, as layouts name them; each as long as a control uses it.
  private var workers: [String: Shared] = [:]

  /// - Parameter loop: The panel's event loop; must outlive the controls.
  public init(loop: EventLoop) {
    self.loop = loop
  }

  /// A control that is not open yet.
  ///
  /// - Parameters:
  ///   - card: An id ("Dummy"), a name, a number, or what ALSA itself takes ("default", "hw:0").
  ///   - element: A simple mixer element, with its index if it has one ("Master", "PCM,1").
  public func control(card: String, element: String) -> any Control {
    WorkerControl(
      name: ALSAControl.name(card: card, element: element), on: worker(for: card)
    ) { loop in ALSAControl(card: card, element: element, loop: loop) }
  }

  private func worker(for card: String) -> ControlWorker {
    if let worker = workers[card]?.worker { return worker }
    let worker = ControlWorker(silence: "sound card \"\(card)\" does not answer", loop: loop)
    workers = workers.filter { $0.value.worker != nil }
    workers[card] = Shared(worker: worker)
    return worker
  }
}
