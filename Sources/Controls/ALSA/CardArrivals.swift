internal import Linux

/// Reports that a sound card was added or that its permissions changed, because its control device
/// appears or changes.
///
/// Only an optimisation; without it a control finds its card by retrying.
final class CardArrivals {
  /// The folder of the sound devices.
  private static let name = "snd"

  private let parent: String
  private let loop: EventLoop
  private var parentWatch: FileWatch?
  private var devicesWatch: FileWatch?
  private let onArrival: () -> Void

  /// Starts watching; `onArrival` may be called several times for one card.
  ///
  /// The folder of the sound devices is in `parent`, "/dev" except in tests. It does not exist
  /// without a card, therefore both folders are watched.
  init(
    loop: EventLoop, in parent: String, onArrival: @escaping () -> Void
  ) throws(SystemError) {
    (self.loop, self.parent, self.onArrival) = (loop, parent, onArrival)
    parentWatch = try watch(parent, for: .names)
    watchDevices()
  }

  private func watch(
    _ folder: String, for changes: FolderWatch.Changes
  ) throws(SystemError) -> FileWatch {
    let watch = try FileWatch(on: loop) { [unowned self] in process($0) }
    try watch.watch(folder: folder, for: changes)
    return watch
  }

  private func watchDevices() {
    // Not the contents: opening and closing a card would count as a change.
    devicesWatch = try? watch("\(parent)/\(Self.name)", for: [.names, .permissions])
  }

  private func process(_ names: Set<String>) {
    if names.contains(Self.name) { watchDevices() }
    if names.contains(where: { $0 == Self.name || $0.hasPrefix("control") }) { onArrival() }
  }
}
