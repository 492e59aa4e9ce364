extension Damage {
  /// Adds stacked rectangles around a disc.
  ///
  /// For a large disc, they hold a tenth more pixels than the disc; its bounding box holds a
  /// quarter more.
  ///
  /// - Parameters:
  ///   - center: The disc's centre, in pixels of the picture.
  ///   - radius: The disc's radius, in pixels, including any soft edge.
  public mutating func addDisc(center: PixelPoint, radius: Float) {
    guard center.isDrawable, radius.isDrawable, radius > 0 else { return }
    let (top, bottom) = ((center.y - radius).pixelFloor, (center.y + radius).pixelCeiling)
    let rowCount = bottom - top
    let count = min(max(rowCount / 16, 1), 14)
    for index in 0..<count {
      let (first, end) = (top + rowCount * index / count, top + rowCount * (index + 1) / count)
      // The distance from the centre to the nearest row of this piece.
      let distance = max(Float(first) - center.y, center.y - Float(end), 0)
      let half = max(radius * radius - distance * distance, 0).squareRoot()
      let left = (center.x - half).pixelFloor
      add(
        PixelRect(
          x: left, y: first, width: (center.x + half).pixelCeiling - left, height: end - first))
    }
  }
}
