internal import Linux

/// Reports that a sound card was added or that its permissions changed, because its control device
/// appears or changes.
///
/// Only an optimisation; without it a control finds its card by retrying.
final class CardArrivals {
  private let loop: EventLoop
  private let folders: FolderWatch
  private let parent: String
  private let name: String

  /// Starts watching; `onArrival` may be called several times for one card.
  ///
  /// `devices` in `parent` is the folder of the sound devices. It does not exist without a card,
  /// therefore both folders are watched.
  init(
    loop: EventLoop, devices: String = "snd", in parent: String = "/dev",
    onArrival: @escaping () -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.parent = parent
    name = devices
    let folders = try FolderWatch()
    try folders.add(parent, for: .names)
    self.folders = folders
    try loop.watch(self.folders.descriptor, for: .readable) { [unowned self] _ in
      if takeArrivals() { onArrival() }
    }
    watchDevices()
  }

  deinit {
    loop.unwatch(folders.descriptor)
  }

  private func watchDevices() {
    // Not the contents: opening and closing a card would count as a change.
    try? folders.add("\(parent)/\(name)", for: [.names, .permissions])
  }

  private func takeArrivals() -> Bool {
    var isArrival = false
    folders.takeChanges { change in
      if change == name { watchDevices() }
      if change == name || change.hasPrefix("control") { isArrival = true }
    }
    return isArrival
  }
}
