public import Raster

/// Gives the pictures that a layout names; the seam between the pure drawing code and files.
public protocol PictureSource: AnyObject {
  /// What the file at `path` holds; nil if it cannot be used, so that nothing is drawn of it.
  func image(_ path: String) -> Image?
}
