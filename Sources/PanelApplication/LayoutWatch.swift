internal import Linux

/// Watches the files that a layout consists of and reports when one of them may have changed.
///
/// An editor saves in several steps; a burst of changes is reported once, when it is over.
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
    unwatch()
  }

  /// Watches these files and no others; changes after this call are reported.
  ///
  /// Folders are resolved again, since one may have been replaced by another.
  ///
  /// - Throws: `SystemError` if inotify watches cannot be added; the previous ones then stay.
  func watch(_ paths: [String]) throws(SystemError) {
    let folders = try FolderWatch()
    var names: Set<String> = []
    for path in paths { try folders.watchPath(path, names: &names) }
    try loop.watch(folders.descriptor, for: .readable) { [unowned self] _ in takeChanges() }
    unwatch()
    self.folders = consume folders
    self.names = names
  }

  private func unwatch() {
    if let descriptor = folders?.descriptor { loop.unwatch(descriptor) }
    folders = nil
  }

  private func takeChanges() {
    var concerns = false
    folders?.takeChanges { name in
      if name.isEmpty || names.contains(name) { concerns = true }
    }
    if concerns { alarm?.set(atMicroseconds: settling.change(at: loop.nowMicroseconds)) }
  }
}
