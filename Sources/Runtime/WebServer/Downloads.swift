/// Files that are made on request: one at a time of each path, shared by all requests.
///
/// | # | request | result |
/// |---|---|---|
/// | 1 | while none is being made | the file is made |
/// | 2 | while one is being made | the next one is made afterwards, for all requests meanwhile |
/// | 3 | by a connection closed before row 2 | nothing is made for it |
struct Downloads {
  /// The file being made for each path, and the pages that wait for it.
  private var making: [String: (download: DownloadID, pages: [PageHandler])] = [:]
  private var waiting: [String: [PageHandler]] = [:]

  /// Adds a page's request for a file.
  mutating func ask(for path: String, by page: PageHandler) {
    waiting[path, default: []].append(page)
  }

  /// Removes a page.
  mutating func remove(_ page: PageHandler, path: String) {
    waiting[path]?.removeAll { $0 === page }
    making[path]?.pages.removeAll { $0 === page }
  }

  /// Begins the next file of a path; returns false if no page waits, or one is being made.
  mutating func begin(_ path: String, as download: DownloadID) -> Bool {
    guard making[path] == nil, let pages = waiting.removeValue(forKey: path), !pages.isEmpty else {
      return false
    }
    making[path] = (download, pages)
    return true
  }

  /// Ends a download; returns its path and the pages that wait for it, or nil if it is unknown.
  mutating func end(_ download: DownloadID) -> (path: String, pages: [PageHandler])? {
    guard let path = making.first(where: { $0.value.download == download })?.key,
      let pages = making.removeValue(forKey: path)?.pages
    else { return nil }
    return (path, pages)
  }
}
