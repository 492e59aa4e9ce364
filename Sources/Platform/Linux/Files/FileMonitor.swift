/// The inotify instance of a loop, with the subjects of its watches.
final class FileMonitor {
  typealias Subject = FileWatch.Subject

  let folders: FolderWatch
  /// Weak, because a watch may be released after its loop.
  private weak var loop: EventLoop?
  private var handlers: [Int: (Set<String>) -> Void] = [:]
  private var nextSerial = 0
  /// The interested watches, by folder and name.
  private var interests: [Int32: [String: [Interest]]] = [:]

  private struct Interest: Equatable {
    var serial: Int
    var changes: FolderWatch.Changes
  }

  init(on loop: EventLoop) throws(SystemError) {
    folders = try FolderWatch()
    self.loop = loop
  }

  /// Adds a watch of nothing yet and returns its number.
  func add(_ handler: @escaping (Set<String>) -> Void) throws(SystemError) -> Int {
    if handlers.isEmpty {
      try loop?.watch(folders.descriptor, for: .readable) { [unowned self] _ in report() }
    }
    nextSerial += 1
    handlers[nextSerial] = handler
    return nextSerial
  }

  func remove(_ serial: Int) {
    handlers[serial] = nil
    // The kernel also reports that a folder is no longer watched.
    if handlers.isEmpty { loop?.unwatch(folders.descriptor) }
  }

  /// Changes the subjects of a watch; stops watching folders without subjects.
  func change(_ serial: Int, from old: Set<Subject>, to new: Set<Subject>) {
    for subject in new.subtracting(old) {
      interests[subject.folder, default: [:]][subject.name, default: []].append(
        Interest(serial: serial, changes: subject.changes))
    }
    for subject in old.subtracting(new) {
      interests[subject.folder]?[subject.name]?.removeAll {
        $0 == Interest(serial: serial, changes: subject.changes)
      }
      if interests[subject.folder]?[subject.name]?.isEmpty == true {
        interests[subject.folder]?[subject.name] = nil
      }
    }
    for folder in Set(old.map(\.folder)) where interests[folder]?.isEmpty != false {
      interests[folder] = nil
      folders.remove(folder)
    }
  }

  private func report() {
    var changes: [Int: Set<String>] = [:]
    folders.takeEvents { folder, mask, name in
      for interest in interested(in: folder, mask, name) {
        changes[interest, default: []].insert(name)
      }
    }
    for (serial, names) in changes.sorted(by: { $0.key < $1.key }) { handlers[serial]?(names) }
  }

  /// Returns the numbers of the watches interested in an event, possibly with duplicates.
  private func interested(in folder: Int32, _ mask: UInt32, _ name: String) -> [Int] {
    // Without a folder, the kernel has dropped events (`IN_Q_OVERFLOW`).
    guard folder >= 0 else { return Array(handlers.keys) }
    guard let names = interests[folder] else { return [] }
    guard !name.isEmpty else { return names.values.joined().map(\.serial) }
    return ((names[name] ?? []) + (names[""] ?? [])).lazy
      .filter { $0.changes.rawValue & mask != 0 }.map(\.serial)
  }
}
