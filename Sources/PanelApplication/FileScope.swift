internal import Layout
internal import LayoutFile
internal import Linux

/// Which files are opened for a layout that others than its author may change: those in its folder, and
/// those that it named before.
///
/// What a path comes to counts, with all links followed. Whether there is something at a path that is
/// not in scope is not looked at, and not told.
package struct FileScope: Hashable, Sendable {
  /// Resolved; with its slash at the end.
  private let folder: String
  /// Resolved.
  private let named: Set<String>

  /// - Parameters:
  ///   - path: The layout.
  ///   - files: All files that it names.
  package init(layout path: String, naming files: [String]) {
    let place = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let resolved = (try? FilePath.resolved(place)) ?? place
    folder = resolved.hasSuffix("/") ? resolved : resolved + "/"
    named = Set((files + [path]).compactMap(Self.place))
  }

  /// Whether a picture, a font or a secret may be opened.
  package func admits(_ path: String) -> Bool {
    guard let place = Self.place(of: path) else { return false }
    return named.contains(place) || place.hasPrefix(folder)
  }

  /// Whether a file may be shown as text: one that the layout named before, or one whose name ends as
  /// that of a layout.
  package func admitsLayout(_ path: String) -> Bool {
    guard let place = Self.place(of: path) else { return false }
    let isLayout = place.hasSuffix(".yaml") || place.hasSuffix(".yml")
    return named.contains(place) || isLayout && place.hasPrefix(folder)
  }

  /// What a path comes to, also if there is nothing yet; nil for a link to nothing, or if there is no
  /// folder for it.
  private static func place(of path: String) -> String? {
    if let place = try? FilePath.resolved(path) { return place }
    let begin = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let name = path[begin...]
    guard !name.isEmpty, name != ".", name != "..", !FilePath.isLink(path),
      let folder = try? FilePath.resolved(begin == path.startIndex ? "." : String(path[..<begin]))
    else { return nil }
    return (folder == "/" ? "" : folder) + "/" + name
  }
}

extension FileScope {
  /// What is told of a file that may not be opened.
  static let refusal =
    "may not be opened here: it is neither in the folder of the layout nor named by the layout "
    + "since the preview began"

  /// The same environment, in which nothing else is opened.
  func limiting(_ environment: LayoutEnvironment) -> LayoutEnvironment {
    var environment = environment
    if let read = environment.readFile {
      environment.readFile = { path, limit in
        guard admitsLayout(path) else {
          return .failure(UnreadableFile(reason: "it \(Self.refusal)"))
        }
        return read(path, limit)
      }
    }
    if let resolve = environment.resolvedPath {
      environment.resolvedPath = { path in resolve(path).flatMap { tells($0) ? $0 : nil } }
    }
    environment.assets = environment.assets.map(limiting)
    return environment
  }

  /// Whether what a path comes to may be told: a file in scope, or a folder on the way to one.
  private func tells(_ place: String) -> Bool {
    let folder = place + "/"
    return place.hasPrefix(self.folder) || named.contains(place)
      || named.contains { $0.hasPrefix(folder) }
  }

  private func limiting(_ assets: LayoutAssets) -> LayoutAssets {
    let refused = LayoutAssets.Problem.unusable(Self.refusal, hint: nil)
    return LayoutAssets(
      picture: { admits($0) ? assets.picture($0) : .failure(refused) },
      font: { admits($0) ? assets.font($0) : refused },
      families: assets.families,
      isExposed: { admits($0) && assets.isExposed($0) },
      secret: { place in
        if case .file(let path) = place, !admits(path) {
          return .failure(UnreadableFile(reason: "it \(Self.refusal)"))
        }
        return assets.secret(place)
      })
  }
}
