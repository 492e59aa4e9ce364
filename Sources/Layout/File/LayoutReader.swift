public import Diagnostics
public import Layout

/// Reads layout files: bytes in, a layout and diagnostics out.
///
/// Opens no files itself: the environment provides the included ones.
public enum LayoutReader {
  /// The maximum size of a layout in bytes; larger files are refused.
  ///
  /// A caller that limits how much it reads should read one byte more, so that this module
  /// reports the error.
  public static let byteLimit = 1 << 20

  /// The `version:` this program reads.
  public static let version = 1

  /// The result of reading one layout.
  public struct Outcome: Sendable {
    /// Nil if one of the diagnostics is an error.
    public var layout: LayoutDocument?
    /// The readable part of `panel:`, even if there are errors; nil if none of it was readable.
    public var panel: PanelLayout?
    /// At most 20, in file order.
    public var diagnostics: [Diagnostic] = []
    /// The number of further diagnostics.
    public var omittedCount = 0
    /// The paths of the layout and of all files it includes, even unreadable ones: a change to any
    /// of them changes the layout.
    public var files: [String] = []

    /// Creates an empty outcome.
    public init() {}

    /// The diagnostics as text for a terminal; empty if there are none.
    public var text: String {
      DiagnosticPrinter.text(diagnostics, omittedCount: omittedCount)
    }
  }

  /// Reads a layout.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the layout file.
  ///   - path: The layout's path for messages and for resolving included files.
  ///   - environment: The display, and the files available to the layout.
  ///   - language: The keys, including those of the control back ends.
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
    // Hints may hold a reference to the context, which holds them.
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
        "this file has \(bytes.count) bytes; the limit is \(byteLimit)", at: start,
        hint: "is this the right file?")
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
    // After an error, an unused style may only be misspelled where it is used.
    if !context.hasErrors { expansion.styles.warnOfUnused(context) }
    return layout
  }
}
