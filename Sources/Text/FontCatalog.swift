internal import Synchronization

/// The names of the installed families, which fontconfig takes tens of milliseconds to list.
final class FontCatalog: Sendable {
  /// One state of what is installed.
  struct Edition {
    var families: [String]
    /// Whether nothing was installed or removed since.
    var isCurrent: () -> Bool
  }

  private let load: @Sendable () -> sending Edition?
  private let edition = Mutex<Edition?>(nil)

  /// - Parameter load: Lists what is installed now; nil if that cannot be found out.
  init(load: @escaping @Sendable () -> sending Edition?) {
    self.load = load
  }

  /// The names, listed anew only if fonts were installed or removed; empty if they are unknown.
  func families() -> [String] {
    edition.withLock { edition in
      if edition?.isCurrent() != true { edition = load() }
      return edition?.families ?? []
    }
  }
}
