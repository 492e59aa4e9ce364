extension Canvas {
  /// Draws a line of text with its origin (left end of the baseline) at a place.
  ///
  /// Between whole pixels the coverage is interpolated; whole ones keep it as sharp as it was made.
  /// `contrast` above 0 strengthens the half-covered pixels and below 0 weakens them (−1…1): light
  /// text on a dark ground needs the one and dark text on a light ground the other to look as heavy
  /// as it was designed, because colours are mixed as encoded and not as light.
  public func draw(
    _ text: TextMask, at origin: PixelPoint, color: Color, contrast: Float = 0
  ) {
    guard origin.x.isDrawable, origin.y.isDrawable, text.originX.isDrawable,
      text.originY.isDrawable, let base = picture.pixels.baseAddress
    else { return }
    let left = origin.x - text.originX
    let top = origin.y - text.originY
    let (column, row) = (left.pixelFloor, top.pixelFloor)
    let (shiftX, shiftY) = (left - Float(column), top - Float(row))
    let isWhole = shiftX == 0 && shiftY == 0
    let spill = isWhole ? 0 : 1
    let area = clip.intersection(
      PixelRect(
        x: column, y: row, width: text.size.width + spill, height: text.size.height + spill))
    guard !area.isEmpty, text.size.width > 0, text.size.height > 0 else { return }
    text.coverage.withUnsafeBufferPointer { coverage in
      guard let mask = coverage.baseAddress else { return }
      let sample = Sample(color)
      for y in area.y..<area.maxY {
        let pixels = base + y * picture.stride + area.x
        if isWhole {
          let line = mask + (y - row) * text.size.width + (area.x - column)
          Canvas.tint(pixels, line, area.width, sample, contrast)
        } else {
          let shifted = ShiftedMask(
            mask: mask, size: text.size, row: y - row, shiftX: shiftX, shiftY: shiftY)
          Canvas.tint(pixels, shifted, area.x - column, area.width, sample, contrast)
        }
      }
    }
  }

  @inline(__always) private static func tint(
    _ pixels: UnsafeMutablePointer<UInt32>, _ mask: UnsafePointer<UInt8>, _ count: Int,
    _ sample: Sample, _ contrast: Float
  ) {
    var index = 0
    while index < count {
      let coverage = Float(byte: UInt32(mask[index])) * (1 / 255)
      let strong = coverage + contrast * coverage * (1 - coverage)
      pixels[index] = sample.over(pixels[index], coverage: strong).pixel(noise: 0)
      index &+= 1
    }
  }

  private static func tint(
    _ pixels: UnsafeMutablePointer<UInt32>, _ mask: ShiftedMask, _ first: Int, _ count: Int,
    _ sample: Sample, _ contrast: Float
  ) {
    for index in 0..<count {
      let coverage = mask.coverage(first + index)
      let strong = coverage + contrast * coverage * (1 - coverage)
      pixels[index] = sample.over(pixels[index], coverage: strong).pixel(noise: 0)
    }
  }
}

/// One row of a mask that lies between the pixels: each pixel takes its share of the four that it
/// overlaps.
private struct ShiftedMask {
  let mask: UnsafePointer<UInt8>
  let size: PixelSize
  let row: Int
  /// How far right and down of whole pixels, 0…1.
  let shiftX: Float
  let shiftY: Float

  func coverage(_ column: Int) -> Float {
    let here = value(column, row) * (1 - shiftX) + value(column - 1, row) * shiftX
    let above = value(column, row - 1) * (1 - shiftX) + value(column - 1, row - 1) * shiftX
    return here * (1 - shiftY) + above * shiftY
  }

  private func value(_ column: Int, _ row: Int) -> Float {
    guard column >= 0, column < size.width, row >= 0, row < size.height else { return 0 }
    return Float(mask[row * size.width + column]) * (1 / 255)
  }
}
