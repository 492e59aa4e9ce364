internal import Linux

/// Tells when one of the files that a layout is made of may be another than it was.
///
/// An editor's save is several changes in a row; it tells once, when they are over.
final class LayoutWatch {
  var onChange: () -> Void = {}

  private let loop: EventLoop
  private var folders: FolderWatch?
  private var names: Set<String> = []
  private var settling = SettlingTime()
  private var alarm: Alarm?

  init(loop: EventLoop) {
    self.loop = loop
    alarm = loop.makeAlarm { [unowned self] in
      settling.end()
      onChange()
    }
  }

  deinit {
    alarm?.cancel()
    forget()
  }

  /// Watches these files from now on, and no others; what changes after this is told.
  ///
  /// The folders are looked up anew, as they may be others of the same name.
  func watch(_ paths: [String]) throws(SystemError) {
    let folders = try FolderWatch()
    var names: Set<String> = []
    for path in paths { try folders.watchPath(path, names: &names) }
    try loop.watch(folders.descriptor, for: .readable) { [unowned self] _ in takeChanges() }
    forget()
    self.folders = consume folders
    self.names = names
  }

  private func forget() {
    if let descriptor = folders?.descriptor { loop.unwatch(descriptor) }
    folders = nil
  }

  private func takeChanges() {
    var concerns = false
    folders?.takeChanges { name in
      if name.isEmpty || names.contains(name) { concerns = true }
    }
    if concerns { alarm?.set(atMicroseconds: settling.change(at: MonotonicClock.microseconds)) }
  }
}
