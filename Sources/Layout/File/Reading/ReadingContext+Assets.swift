internal import Diagnostics
internal import Layout
internal import Raster

/// The files a layout names; reports those that cannot be used.
extension ReadingContext {
  /// Returns a picture's path, and its size if files can be opened; nil after reporting the reason.
  func picture(_ name: Located<String>) -> (path: String, size: PixelSize?)? {
    let path = LayoutPath.path(of: name)
    switch environment.assets?.picture(path) {
    case nil: return (path, nil)
    case .success(let size):
      warnIfOutside(name)
      return (path, size)
    case .failure(let problem):
      report(problem, with: name)
      return nil
    }
  }

  /// Returns the font for texts, or nil after reporting the reason.
  func font(_ name: Located<String>) -> FontLayout? {
    guard Self.isFontFile(name.value) else {
      warnUnlessInstalled(name)
      return .family(name.value)
    }
    let path = LayoutPath.path(of: name)
    guard let problem = environment.assets?.font(path) else {
      warnIfOutside(name)
      return .file(path)
    }
    report(problem, with: name)
    return nil
  }

  /// Whether the name is a file: font families have no slash and no file suffix.
  private static func isFontFile(_ name: String) -> Bool {
    let lower = name.lowercased()
    return name.contains("/") || [".otf", ".ttf", ".ttc", ".otc"].contains { lower.hasSuffix($0) }
  }

  private func report(_ problem: LayoutAssets.Problem, with name: Located<String>) {
    let shown = VisibleText.quoted(name.value)
    switch problem {
    case .missing(let others):
      let folder = name.value.lastIndex(of: "/").map { String(name.value[...$0]) } ?? ""
      let file = String(name.value.dropFirst(folder.count))
      error(
        "there is no file \(shown)", at: name.span,
        hint: Spelling.closest(to: file, among: others).map {
          "did you mean `\(folder)\(VisibleText.printable($0))`?"
        }
          ?? (name.value.hasPrefix("/")
            ? "write the path of an existing file"
            : "its path begins at the folder of this layout"))
    case .unusable(let reason, let hint):
      error("the file \(shown) \(reason)", at: name.span, hint: hint)
    }
  }

  private func warnUnlessInstalled(_ name: Located<String>) {
    let families = environment.assets?.families() ?? []
    let wanted = name.value.lowercased()
    guard !families.isEmpty, !families.contains(where: { $0.lowercased() == wanted }) else {
      return
    }
    warning(
      "the font family \(VisibleText.quoted(name.value)) is not installed; another is used",
      at: name.span, hint: Self.hint(forFamily: name.value, among: families))
  }

  private static func hint(forFamily name: String, among families: [String]) -> String {
    if let hint = Spelling.hint(for: name, among: families) { return hint }
    // Prefer names with the same beginning.
    let beginning = name.lowercased().prefix(3)
    let alike = families.filter { $0.lowercased().hasPrefix(beginning) }
    let named = (alike.isEmpty ? families : alike).prefix(5).joined(separator: ", ")
    return "installed are: \(named)"
  }
}
