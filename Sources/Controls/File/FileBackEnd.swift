package import LayoutFile
package import Linux

/// `control: {file: …}`: files that hold a value, such as those of sysfs.
package struct FileBackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .file }

  package func makeFactory(on loop: EventLoop) -> FileControlFactory {
    FileControlFactory(loop: loop)
  }

  package func listDevices() -> DeviceListing? { .files() }
}

/// Makes file controls, with one thread per path: a driver may be slow to write, and a network file
/// system may hang.
package final class FileControlFactory: ControlFactory {
  private struct Shared {
    weak var worker: ControlWorker?
  }

  private unowned let loop: EventLoop
  /// The workers by path, as written in layouts; each exists as long as a control uses it.
  private var workers: [String: Shared] = [:]

  init(loop: EventLoop) {
    self.loop = loop
  }

  package func makeControl(_ settings: FileSettings) -> any Control {
    WorkerControl(name: FileControl.name(of: settings), on: worker(for: settings.path)) { loop in
      FileControl(settings, loop: loop)
    }
  }

  private func worker(for path: String) -> ControlWorker {
    if let worker = workers[path]?.worker { return worker }
    let worker = ControlWorker(silence: "file \"\(path)\" does not answer", loop: loop)
    workers = workers.filter { $0.value.worker != nil }
    workers[path] = Shared(worker: worker)
    return worker
  }
}
