internal import Linux

/// Watches the files that a layout consists of and reports when one of them may have changed.
///
/// An editor saves in several steps; a burst of changes is reported once, when it is over.
final class LayoutWatch {
  var onChange: () -> Void = {}

  private let loop: EventLoop
  private var files: FileWatch?
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
  }

  /// Watches these files and no others; changes after this call are reported.
  ///
  /// Folders are resolved again, since one may have been replaced by another.
  ///
  /// - Throws: `SystemError` if inotify watches cannot be added; the previous ones then stay.
  func watch(_ paths: [String]) throws(SystemError) {
    let files: FileWatch
    if let known = self.files {
      files = known
    } else {
      files = try FileWatch(on: loop) { [unowned self] _ in
        alarm?.set(atMicroseconds: settling.change(at: loop.nowMicroseconds))
      }
    }
    try files.watch(files: paths)
    self.files = files
  }
}
