internal import Linux

/// Watches the files that a layout consists of and reports when one of them may have changed.
///
/// An editor saves in several steps; a burst of changes is reported once, when it is over.
final class LayoutWatch {
  var onChange: () -> Void = {}

  private let loop: EventLoop
  private var folders: FolderWatch?
  private var names: Set<String> = []
  private var debounce = Debounce()
  private var alarm: Alarm?

  init(loop: EventLoop) {
    self.loop = loop
    alarm = loop.makeAlarm { [unowned self] in
      debounce.end()
      onChange()
    }
  }

  deinit {
    alarm?.cancel()
    unwatch()
  }

  /// Watches these files and no others; changes after this call are reported.
  ///
  /// Folders are resolved again, since another folder may have taken the place of one.
  ///
  /// - Throws: `SystemError` if inotify watches cannot be had; the previous ones then stay.
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
    if concerns { alarm?.set(atMicroseconds: debounce.change(at: MonotonicClock.microseconds)) }
  }
}

/// Decides when a burst of changes is over: after a pause, but not later than a limit.
struct Debounce {
  /// Longer than any editor pauses in the middle of a save.
  static let pauseMicroseconds: Int64 = 100_000
  /// A file that is written continuously is still read this often.
  static let limitMicroseconds: Int64 = 500_000

  private var first: Int64?

  /// Notes a change; returns the time at which the burst is over unless another change follows.
  mutating func change(at microseconds: Int64) -> Int64 {
    let first = first ?? microseconds
    self.first = first
    return min(microseconds + Self.pauseMicroseconds, first + Self.limitMicroseconds)
  }

  mutating func end() {
    first = nil
  }
}
