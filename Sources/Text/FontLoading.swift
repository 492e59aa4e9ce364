internal import Linux
internal import Synchronization

/// Loads fonts in a thread of its own, so that the caller can do something else until it needs them.
///
/// fontconfig reads dozens of files and takes as long for them as a panel for the rest of its start.
final class FontLoading {
  private let loaded: Loaded
  /// Nil if there is no thread for it; the fonts are then loaded when they are needed.
  private let worker: Worker?
  private let load: @Sendable () -> sending FontConfiguration?

  private final class Loaded: Sendable {
    let configuration = Mutex<FontConfiguration?>(nil)
  }

  /// Begins to load.
  ///
  /// - Parameters:
  ///   - hasThread: False to load only when `wait` is called, as where there is no thread.
  ///   - load: Loads the fonts; nil if that cannot be done.
  init(
    hasThread: Bool = true,
    load: @escaping @Sendable () -> sending FontConfiguration? = { FontConfiguration() }
  ) {
    self.load = load
    let loaded = Loaded()
    self.loaded = loaded
    worker =
      hasThread
      ? try? Worker { loaded.configuration.withLock { $0 = load() } } : nil
  }

  /// Waits until the fonts are loaded, and gives them away; nil if they cannot be loaded.
  func wait() -> sending FontConfiguration? {
    guard let worker else { return load() }
    // Nothing can be shown without them.
    worker.join(withinMilliseconds: .max)
    return loaded.configuration.withLock { $0.take() }
  }
}
