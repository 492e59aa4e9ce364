internal import Diagnostics
internal import Layout
internal import Raster

/// Resolves the files a layout names, and reports those that cannot be used.
struct AssetResolver: Sendable {
  let assets: LayoutAssets?

  private func path(of name: Located<String>) -> String {
    LayoutPath.path(of: name.value, namedIn: name.span.file.path)
  }

  /// Returns a picture's path, and its size if files can be opened; nil after reporting the reason.
  func picture(
    _ name: Located<String>, _ context: ReadingContext
  ) -> (path: String, size: PixelSize?)? {
    let path = path(of: name)
    switch assets?.picture(path) {
    case nil: return (path, nil)
    case .success(let size):
      context.warnIfOutside(name)
      return (path, size)
    case .failure(let problem):
      report(problem, with: name, context)
      return nil
    }
  }

  /// Returns the font for texts, or nil after reporting the reason.
  func font(_ name: Located<String>, _ context: ReadingContext) -> FontLayout? {
    guard Self.isFile(name.value) else {
      warnUnlessInstalled(name, context)
      return .family(name.value)
    }
    let path = path(of: name)
    guard let problem = assets?.font(path) else {
      context.warnIfOutside(name)
      return .file(path)
    }
    report(problem, with: name, context)
    return nil
  }

  /// Whether the name is a file: font families have no slash and no file suffix.
  private static func isFile(_ name: String) -> Bool {
    let lower = name.lowercased()
    return name.contains("/") || [".otf", ".ttf", ".ttc", ".otc"].contains { lower.hasSuffix($0) }
  }

  private func report(
    _ problem: LayoutAssets.Problem, with name: Located<String>, _ context: ReadingContext
  ) {
    let shown = VisibleText.quoted(name.value)
    switch problem {
    case .missing(let others):
      let folder = name.value.lastIndex(of: "/").map { String(name.value[...$0]) } ?? ""
      let file = String(name.value.dropFirst(folder.count))
      context.error(
        "there is no file \(shown)", at: name.span,
        hint: Spelling.closest(to: file, among: others).map {
          "did you mean `\(folder)\(VisibleText.printable($0))`?"
        }
          ?? (name.value.hasPrefix("/")
            ? "write the path of an existing file"
            : "its path begins at the folder of this layout"))
    case .unusable(let reason, let hint):
      context.error("the file \(shown) \(reason)", at: name.span, hint: hint)
    }
  }

  private func warnUnlessInstalled(_ name: Located<String>, _ context: ReadingContext) {
    let families = assets?.families() ?? []
    let wanted = name.value.lowercased()
    guard !families.isEmpty, !families.contains(where: { $0.lowercased() == wanted }) else {
      return
    }
    context.warning(
      "the font family \(VisibleText.quoted(name.value)) is not installed; another is used",
      at: name.span, hint: Self.hint(forFamily: name.value, among: families))
  }

  private static func hint(forFamily name: String, among families: [String]) -> String {
    if let meant = Spelling.closest(to: name, among: families) { return "did you mean `\(meant)`?" }
    // Prefer names with the same beginning.
    let beginning = name.lowercased().prefix(3)
    let alike = families.filter { $0.lowercased().hasPrefix(beginning) }
    let named = (alike.isEmpty ? families : alike).prefix(5).joined(separator: ", ")
    return "installed are: \(named)"
  }
}
