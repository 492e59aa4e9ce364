public import Layout
public import Raster

/// The display and files a layout is read for.
public struct LayoutEnvironment: Sendable {
  /// Display pixels per millimetre; nil if the display reports no size or an implausible one, which
  /// makes lengths in millimetres errors.
  public var pixelsPerMillimetre: Double?
  /// The display's size in pixels, before any rotation; nil means that the design is shown 1:1.
  public var displaySize: PixelSize?
  /// Reads an included file of at most `byteLimit` bytes.
  public typealias ReadFile =
    @Sendable (_ path: String, _ byteLimit: Int) -> Result<[UInt8], UnreadableFile>

  /// Nil if layouts cannot include files.
  public var readFile: ReadFile?
  /// Returns the absolute path of a file with all links followed, or nil if there is no such file;
  /// without this function, paths are compared as written.
  public var resolvedPath: (@Sendable (_ path: String) -> String?)?
  /// Looks up the files and fonts the layout names; nil accepts all of them.
  public var assets: LayoutAssets?
  /// Returns where the panel's theme draws the name below a knob, with the bottom of one line, or
  /// nil for a knob without one; without this function, cells have the room that most themes need.
  public var nameBelow: NameBelowFunction?
  /// Takes a knob, its panel, and whether a knob without a gap at 6 o'clock lowers the texts of its
  /// row.
  public typealias NameBelowFunction =
    @Sendable (_ knob: KnobLayout, _ panel: PanelLayout, _ isLowered: Bool) -> NameBelow?
  /// The areas where a layout's texts are drawn; without this function, texts are not checked.
  public var textAreas: (@Sendable (LayoutDocument) -> [TextArea])?

  /// What the targets of knobs say about them, by the knobs' ids.
  public var knobs: [String: KnobDescription] = [:]
  /// A theme that overrides the layout's own; nil for no override.
  public var theme: ThemeName?

  /// Creates an environment without files; by default the display is unknown.
  public init(
    pixelsPerMillimetre: Double? = nil, displaySize: PixelSize? = nil
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
