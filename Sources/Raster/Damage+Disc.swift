extension Damage {
  /// Adds rectangles around a disc, one below the other, which together hold a tenth more pixels than
  /// a large disc; its box holds a quarter more.
  ///
  /// - Parameters:
  ///   - center: In pixels of the picture.
  ///   - radius: In pixels; a soft edge belongs to it.
  public mutating func addDisc(center: PixelPoint, radius: Float) {
    guard center.x.isDrawable, center.y.isDrawable, radius.isDrawable, radius > 0 else { return }
    let (top, bottom) = ((center.y - radius).pixelFloor, (center.y + radius).pixelCeiling)
    let rowCount = bottom - top
    let count = min(max(rowCount / 16, 1), 14)
    for index in 0..<count {
      let (first, end) = (top + rowCount * index / count, top + rowCount * (index + 1) / count)
      // How near to the middle the rows of this piece come.
      let distance = max(Float(first) - center.y, center.y - Float(end), 0)
      let half = max(radius * radius - distance * distance, 0).squareRoot()
      let left = (center.x - half).pixelFloor
      add(
        PixelRect(
          x: left, y: first, width: (center.x + half).pixelCeiling - left, height: end - first))
    }
  }
}
