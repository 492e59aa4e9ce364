internal import Layout
internal import LayoutFile
internal import Linux

/// Limits which files are opened for a layout that clients other than its author may edit: those in
/// its folder, and those that it named before.
///
/// Paths are compared after resolving all links. Whether anything exists at a path out of scope is
/// neither checked nor reported.
package struct FileScope: Hashable, Sendable {
  /// Resolved, with a trailing slash.
  private let folder: String
  /// Resolved.
  private let named: Set<String>

  /// - Parameters:
  ///   - path: The layout file.
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

  /// Whether a file may be shown as text: one that the layout named before, or one in its folder
  /// with the extension of a layout.
  package func admitsLayout(_ path: String) -> Bool {
    guard let place = Self.place(of: path) else { return false }
    let isLayout = place.hasSuffix(".yaml") || place.hasSuffix(".yml")
    return named.contains(place) || isLayout && place.hasPrefix(folder)
  }

  /// Returns the resolved path, also of a file that does not exist yet; nil for a dangling link or
  /// if the folder does not exist.
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
  /// The reason reported for a file that may not be opened.
  static let refusal =
    "may not be opened here: it is neither in the folder of the layout nor named by the layout "
    + "since the preview began"

  /// Returns the environment, limited to files in scope.
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

  /// Whether a resolved path may be disclosed: a file in scope, or a folder that contains one.
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
