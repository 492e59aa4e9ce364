internal import Linux

/// Reports changes of a file that the kernel tells of (inotify(7)), also when it is replaced.
final class FileWatch {
  private let loop: EventLoop
  private let folders: FolderWatch

  /// Starts watching; nil if the kernel has no room for it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - loop: Must outlive it.
  ///   - onChange: Called after each change, and at times without one.
  init?(_ path: String, loop: EventLoop, onChange: @escaping () -> Void) {
    var names: Set<String> = []
    do throws(SystemError) {
      let folders = try FolderWatch()
      try folders.watchPath(path, names: &names)
      self.folders = folders
      self.loop = loop
      let watched = names
      try loop.watch(self.folders.descriptor, for: .readable) { [unowned self] _ in
        var isChange = false
        self.folders.takeChanges { name in
          if name.isEmpty || watched.contains(name) { isChange = true }
        }
        if isChange { onChange() }
      }
    } catch {
      return nil
    }
  }

  deinit {
    loop.unwatch(folders.descriptor)
  }
}
