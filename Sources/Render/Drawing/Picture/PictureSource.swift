public import Raster

/// Provides the images that a layout names, so that the drawing code reads no files.
public protocol PictureSource: AnyObject {
  /// Returns the image in the file at `path`; nil if it cannot be used, in which case nothing is
  /// drawn.
  func image(_ path: String) -> Image?
}
