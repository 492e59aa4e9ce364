public import Diagnostics
public import Layout

/// Reads layout files: bytes in, a layout and diagnostics out.
///
/// No file is opened here; those that are included come through the environment.
public enum LayoutReader {
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
    public var layout: LayoutDocument?
    /// What could be understood of `panel:`, also if there are errors; nil if nothing.
    public var panel: PanelLayout?
    /// At most 20, in the order of the file.
    public var diagnostics: [Diagnostic] = []
    /// Diagnostics beyond those.
    public var omittedCount = 0
    /// The layout's own path and those of all files that it includes, also of such as cannot be
    /// read: a change of any of them changes the layout.
    public var files: [String] = []

    /// Of nothing that was read.
    public init() {}

    /// What a person reads on a terminal; empty if there is nothing to say.
    public var text: String {
      DiagnosticPrinter.text(diagnostics, omittedCount: omittedCount)
    }
  }

  /// Reads a layout.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: What messages call it, and where what it includes is looked for.
  ///   - environment: The display, and the files that the layout can name.
  ///   - language: The keys, with those of the back ends of controls.
  /// - Returns: The layout, unless there are errors, and the diagnostics.
  public static func parse(
    bytes: [UInt8], path: String, environment: LayoutEnvironment = LayoutEnvironment(),
    language: LayoutLanguage
  ) -> Outcome {
    let context = ReadingContext(
      language: language, environment: environment, layoutPath: path)
    var reader = DocumentReader(environment.readFile)
    let layout = layout(of: bytes, path, &reader, context)
    let shown = context.diagnostics.shown
    // Hints may hold the context, which holds them.
    context.diagnostics.forget()
    var outcome = Outcome()
    outcome.layout = context.hasErrors ? nil : layout
    outcome.panel = layout?.panel
    outcome.diagnostics = shown.diagnostics
    outcome.omittedCount = shown.omittedCount
    outcome.files = reader.paths
    return outcome
  }

  private static func layout(
    of bytes: [UInt8], _ path: String, _ reader: inout DocumentReader, _ context: ReadingContext
  ) -> LayoutDocument? {
    guard bytes.count <= byteLimit else {
      let start = SourceFile(path: path, bytes: []).span(0..<0)
      context.error(
        "this file has \(bytes.count) bytes; a layout has at most \(byteLimit)", at: start,
        hint: "is this the file you meant?")
      return nil
    }
    guard let root = reader.root(of: bytes, path: path, context) else { return nil }
    let expansion = Expansion(of: root, context)
    let subject = Subject(name: "the layout", span: root.span.file.span(0..<0))
    if case .mapping(let pages)? = expansion.root["pages"]?.content {
      context.pageCount = pages.count
      context.pagesSpan = pages.first?.keySpan
    }
    context.reserveTabs(of: PanelLayout())
    let layout = context.language.layout.read(expansion.root, subject, context)?.document(context)
    // A style that nothing uses may only be misspelled where it is used.
    if !context.hasErrors { expansion.styles.warnOfUnused(context) }
    return layout
  }
}
