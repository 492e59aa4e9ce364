internal import Linux
internal import Synchronization

/// Loads fonts in a thread of its own, so that the caller can continue until it needs them.
///
/// fontconfig reads dozens of files, which takes as long as the rest of a panel's startup.
final class FontLoading {
  private let loaded: Loaded
  /// Nil without a thread; `wait` then loads the fonts.
  private let worker: Worker?
  private let load: @Sendable () -> sending FontConfiguration?

  private final class Loaded: Sendable {
    let configuration = Mutex<FontConfiguration?>(nil)
  }

  /// Starts loading.
  ///
  /// - Parameters:
  ///   - hasThread: False to load only when `wait` is called, as if no thread could be started.
  ///   - load: Loads the fonts; returns nil if that is impossible.
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

  /// Waits until the fonts are loaded and transfers them to the caller; nil if loading failed.
  func wait() -> sending FontConfiguration? {
    guard let worker else { return load() }
    // Nothing can be drawn without them.
    worker.join(withinMilliseconds: .max)
    return loaded.configuration.withLock { $0.take() }
  }
}
