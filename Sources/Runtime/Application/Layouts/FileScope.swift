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
    let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let resolved = (try? FilePath.resolved(parent)) ?? parent
    folder = resolved.hasSuffix("/") ? resolved : resolved + "/"
    named = Set((files + [path]).compactMap(Self.resolvedPath))
  }

  /// Whether a picture, a font or a secret may be opened.
  package func admits(_ path: String) -> Bool {
    guard let path = Self.resolvedPath(of: path) else { return false }
    return named.contains(path) || path.hasPrefix(folder)
  }

  /// Whether a file may be shown as text: one that the layout named before, or one in its folder
  /// with the extension of a layout.
  package func admitsLayout(_ path: String) -> Bool {
    guard let path = Self.resolvedPath(of: path) else { return false }
    let isLayout = path.hasSuffix(".yaml") || path.hasSuffix(".yml")
    return named.contains(path) || isLayout && path.hasPrefix(folder)
  }

  /// Returns the resolved path, also of a file that does not exist yet; nil for a dangling link or
  /// if the folder does not exist.
  private static func resolvedPath(of path: String) -> String? {
    if let resolved = try? FilePath.resolved(path) { return resolved }
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
    + "when the preview started"

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
      environment.resolvedPath = { path in resolve(path).flatMap { mayReveal($0) ? $0 : nil } }
    }
    environment.assets = environment.assets.map(limiting)
    return environment
  }

  /// Whether a resolved path may be disclosed: a file in scope, or a folder that contains one.
  private func mayReveal(_ path: String) -> Bool {
    let folder = path + "/"
    return path.hasPrefix(self.folder) || named.contains(path)
      || named.contains { $0.hasPrefix(folder) }
  }

  private func limiting(_ assets: LayoutAssets) -> LayoutAssets {
    let refused = LayoutAssets.Problem.unusable(Self.refusal, hint: nil)
    return LayoutAssets(
      picture: { admits($0) ? assets.picture($0) : .failure(refused) },
      font: { admits($0) ? assets.font($0) : refused },
      families: assets.families,
      isExposed: { admits($0) && assets.isExposed($0) },
      secret: { secret in
        if case .file(let path) = secret, !admits(path) {
          return .failure(UnreadableFile(reason: "it \(Self.refusal)"))
        }
        return assets.secret(secret)
      })
  }
}
