/// What a layout has to know of the display it is read for.
public struct LayoutEnvironment: Sendable {
  /// Pixels of the display in one millimetre; nil if it does not say its size or is not to be
  /// believed, which makes lengths in millimetres errors.
  public var pixelsPerMillimetre: Double?
  /// Pixels of the display, before any rotation; nil means that the design is shown 1:1.
  public var displaySize: (width: Int, height: Int)?
  /// What is known of the files and fonts it names; nil takes all of them for good.
  public var assets: LayoutAssets?

  public init(
    pixelsPerMillimetre: Double? = nil, displaySize: (width: Int, height: Int)? = nil
  ) {
    self.pixelsPerMillimetre = pixelsPerMillimetre
    self.displaySize = displaySize
  }
}
