public import Layout

/// What a layout has to know of the display it is read for.
public struct LayoutEnvironment: Sendable {
  /// Pixels of the display in one millimetre; nil if it does not say its size or is not to be
  /// believed, which makes lengths in millimetres errors.
  public var pixelsPerMillimetre: Double?
  /// Pixels of the display, before any rotation; nil means that the design is shown 1:1.
  public var displaySize: (width: Int, height: Int)?
  /// Reads a file that a layout includes, of at most so many bytes.
  public typealias ReadFile =
    @Sendable (_ path: String, _ byteLimit: Int) -> Result<[UInt8], UnreadableFile>

  /// nil where nothing can be included.
  public var readFile: ReadFile?
  /// The absolute path of a file with all links followed, nil if there is none; without this
  /// function paths are compared as they are written.
  public var resolvedPath: (@Sendable (_ path: String) -> String?)?
  /// What is known of the files and fonts it names; nil takes all of them for good.
  public var assets: LayoutAssets?
  /// Where the texts of a layout are drawn; without this function they are not checked.
  public var textAreas: (@Sendable (LayoutDocument) -> [TextArea])?

  /// The name of the theme in place of the layout's own, one of `PanelLayout.themes`; nil for that.
  public var theme: String?

  /// Creates an environment without files; by default nothing is known of the display.
  public init(
    pixelsPerMillimetre: Double? = nil, displaySize: (width: Int, height: Int)? = nil
  ) {
    self.pixelsPerMillimetre = pixelsPerMillimetre
    self.displaySize = displaySize
  }
}

/// A file that could not be read.
public struct UnreadableFile: Error {
  /// One clear sentence without a full stop.
  public var reason: String

  /// Creates an error from one sentence without a full stop.
  public init(reason: String) {
    self.reason = reason
  }
}
