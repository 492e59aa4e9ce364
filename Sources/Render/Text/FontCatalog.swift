internal import Synchronization

/// The names of the installed font families; fontconfig takes tens of milliseconds to list them.
final class FontCatalog: Sendable {
  /// One version of the list.
  struct Edition {
    var families: [String]
    /// Whether no fonts were installed or removed since.
    var isCurrent: () -> Bool
  }

  private let load: @Sendable () -> sending Edition?
  private let edition = Mutex<Edition?>(nil)

  /// - Parameter load: Lists the installed families; returns nil if that is impossible.
  init(load: @escaping @Sendable () -> sending Edition?) {
    self.load = load
  }

  /// Returns the names; lists them again only if fonts have changed; empty if they are unknown.
  func families() -> [String] {
    edition.withLock { edition in
      if edition?.isCurrent() != true { edition = load() }
      return edition?.families ?? []
    }
  }
}
