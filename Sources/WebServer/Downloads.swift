/// Files that are made when they are asked for: one at a time of each path, for all who ask.
///
/// | # | asked for | result |
/// |---|---|---|
/// | 1 | while none is made | it is made |
/// | 2 | while one is made | another one is made then, for all who asked meanwhile |
/// | 3 | by who is gone before row 2 | nothing is made for it |
struct Downloads {
  /// The one that is made, and for whom.
  private var making: [String: (download: DownloadID, pages: [PageHandler])] = [:]
  private var waiting: [String: [PageHandler]] = [:]

  /// Notes that a page wants a file.
  mutating func ask(for path: String, by page: PageHandler) {
    waiting[path, default: []].append(page)
  }

  /// Forgets a page.
  mutating func remove(_ page: PageHandler, path: String) {
    waiting[path]?.removeAll { $0 === page }
    making[path]?.pages.removeAll { $0 === page }
  }

  /// Begins what is to be made next of a path; false if nobody waits, or one is being made.
  mutating func begin(_ path: String, as download: DownloadID) -> Bool {
    guard making[path] == nil, let pages = waiting.removeValue(forKey: path), !pages.isEmpty else {
      return false
    }
    making[path] = (download, pages)
    return true
  }

  /// Ends what was made; for whom, and of which path.
  mutating func end(_ download: DownloadID) -> (path: String, pages: [PageHandler])? {
    guard let path = making.first(where: { $0.value.download == download })?.key,
      let pages = making.removeValue(forKey: path)?.pages
    else { return nil }
    return (path, pages)
  }
}
