public import Raster

/// Provides the images that a layout names, so that the drawing code itself reads no files.
public protocol PictureSource: AnyObject {
  /// The image in the file at `path`; nil if it cannot be used, which draws nothing.
  func image(_ path: String) -> Image?
}
