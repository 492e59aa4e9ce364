/// Reads layout files: bytes in, a layout and diagnostics out; no file is opened here.
public enum LayoutFile {
  /// Larger files are refused.
  ///
  /// A caller that limits what it reads allows one byte more, so that the message about it is
  /// this module's.
  public static let byteLimit = 1 << 20

  /// The `version:` this program reads.
  public static let version = 1

  /// The result of reading one layout.
  public struct Outcome: Sendable {
    /// Nil if one of the diagnostics is an error.
    public var layout: Layout?
    /// What could be understood of `panel:`, also if there are errors; nil if nothing.
    public var panel: PanelLayout?
    /// At most 20, in the order of the file.
    public var diagnostics: [Diagnostic] = []
    /// Diagnostics beyond those.
    public var omittedCount = 0

    /// Of nothing that was read.
    public init() {}

    /// What a person reads on a terminal; empty if there is nothing to say.
    public var text: String {
      DiagnosticPrinter.text(diagnostics, omittedCount: omittedCount)
    }
  }

  /// Reads a layout; `path` is what messages call it.
  public static func parse(
    bytes: [UInt8], path: String, environment: LayoutEnvironment = LayoutEnvironment()
  ) -> Outcome {
    var diagnostics = DiagnosticList()
    let layout = layout(of: bytes, path: path, environment: environment, &diagnostics)
    let shown = diagnostics.shown
    var outcome = Outcome()
    outcome.layout = diagnostics.hasErrors ? nil : layout
    outcome.panel = layout?.panel
    outcome.diagnostics = shown.diagnostics
    outcome.omittedCount = shown.omittedCount
    return outcome
  }

  private static func layout(
    of bytes: [UInt8], path: String, environment: LayoutEnvironment,
    _ diagnostics: inout DiagnosticList
  ) -> Layout? {
    guard bytes.count <= byteLimit else {
      let start = SourceFile(path: path, bytes: []).span(0..<0)
      diagnostics.error(
        "this file has \(bytes.count) bytes; a layout has at most \(byteLimit)", at: start,
        hint: "is this the file you meant?")
      return nil
    }
    let file = SourceFile(path: path, bytes: bytes)
    if let problem = TextCheck.problem(in: bytes, file: file) {
      diagnostics.append(problem)
      return nil
    }
    let root: Node
    do {
      let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
      var reader = NodeReader(text, file: file)
      root = try reader.read(&diagnostics)
    } catch {
      diagnostics.append(error)
      return nil
    }
    return layout(of: root, file: file, environment: environment, &diagnostics)
  }

  private static func layout(
    of root: Node, file: SourceFile, environment: LayoutEnvironment,
    _ diagnostics: inout DiagnosticList
  ) -> Layout? {
    // A file of another version has other keys: saying so of each would not help.
    if let problem = unsupportedVersion(in: root) {
      diagnostics.append(problem)
      return nil
    }
    let subject = Subject(name: "the layout", span: file.span(0..<0))
    let expansion = Expansion(of: root, &diagnostics)
    let draft = LayoutTables.layout.read(expansion.root, subject, &diagnostics)
    let layout = draft?.layout(environment: environment, &diagnostics)
    // Somebody may only have misspelled the style that nothing uses.
    if !diagnostics.hasErrors { expansion.styles.warnOfUnused(&diagnostics) }
    return layout
  }

  private static func unsupportedVersion(in root: Node) -> Diagnostic? {
    guard case .mapping(let entries) = root.content,
      let value = entries.first(where: { $0.key == "version" })?.value,
      case .scalar(let text, isPlain: true) = value.content,
      let number = NumberText.decimal(text), number != Double(version)
    else { return nil }
    return Diagnostic(
      .error,
      "this file says version \(VisibleText.printable(text)); "
        + "this knobpanel reads version \(version)",
      at: value.span,
      hint: number > Double(version)
        ? "install a newer knobpanel, or use a layout written for version \(version)"
        : "write `version: \(version)`")
  }
}
