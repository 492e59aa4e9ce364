extension Canvas {
  /// Draws a line of text with its origin (left end of the baseline) at a position.
  ///
  /// Positions between pixels interpolate the coverage; whole pixels keep it sharp. `contrast`
  /// (−1…1) strengthens partly covered pixels if above 0 and weakens them if below. Light text on a
  /// dark background needs the former, dark text on a light background the latter, to look as heavy
  /// as designed, because colours are mixed as encoded values, not as light.
  public func draw(
    _ text: TextMask, at origin: PixelPoint, color: Color, contrast: Float = 0
  ) {
    guard origin.isDrawable, text.originX.isDrawable, text.originY.isDrawable else { return }
    let left = origin.x - text.originX
    let top = origin.y - text.originY
    let (column, row) = (left.pixelFloor, top.pixelFloor)
    let (shiftX, shiftY) = (left - Float(column), top - Float(row))
    if shiftX == 0, shiftY == 0 {
      tint(text.mask, x: column, y: row, color, contrast)
    } else {
      tint(text.mask, x: column, y: row, shiftX, shiftY, color, contrast)
    }
  }

  /// Draws a shape with precomputed coverage.
  public func fill(_ stamp: CoverageMask, with color: Color) {
    tint(stamp.mask, x: stamp.bounds.x, y: stamp.bounds.y, color, 0)
  }

  /// Colours the pixels that a mask covers; its top left pixel is at x, y.
  private func tint(_ mask: Mask, x: Int, y: Int, _ color: Color, _ contrast: Float) {
    let box = PixelRect(x: x, y: y, size: mask.size)
    let area = clip.intersection(box)
    guard !area.isEmpty, let base else { return }
    if drawInParts(of: area, { $0.tint(mask, x: x, y: y, color, contrast) }) { return }
    let sample = Sample(color)
    let pixel = color.opacity == 1 ? color.pixel : nil
    // Usually the whole glyph is drawn, and nothing needs clipping.
    let isWhole = area == box
    let rows = area.y - y..<area.maxY - y
    let stride = picture.stride
    // The mask's first pixel, which may be outside the picture.
    let first = base + (y * stride + x)
    mask.runs.withUnsafeBufferPointer { runs in
      if isWhole, let pixel {
        for run in runs {
          let target = first + (Int(run.y) &* stride &+ Int(run.x))
          Canvas.fill(target, with: pixel, Int(run.count))
        }
        return
      }
      var index = runs.firstIndex(fromRow: rows.lowerBound)
      while index < runs.count, Int(runs[index].y) < rows.upperBound {
        let run = runs[index]
        index += 1
        let start = max(x + Int(run.x), area.x)
        let end = min(x + Int(run.x) + Int(run.count), area.maxX)
        guard start < end else { continue }
        let pixels = base + (y + Int(run.y)) * picture.stride
        if let pixel {
          for column in start..<end { pixels[column] = pixel }
        } else {
          for column in start..<end {
            pixels[column] = sample.over(pixels[column], coverage: 1).pixel
          }
        }
      }
    }
    mask.edges.withUnsafeBufferPointer { edges in
      if isWhole {
        for edge in edges {
          let target = first + (Int(edge.y) &* stride &+ Int(edge.x))
          Canvas.tint(target, edge.levels, sample, contrast)
        }
        return
      }
      var index = edges.firstIndex(fromRow: rows.lowerBound)
      while index < edges.count, Int(edges[index].y) < rows.upperBound {
        let edge = edges[index]
        index += 1
        let column = x + Int(edge.x)
        // The picture is padded for pixels beyond the area.
        let (hidden, levels) = edge.visible(from: column, within: area)
        guard levels != 0 else { continue }
        let row = base + (y + Int(edge.y)) * picture.stride
        Canvas.tint(row + column + hidden, levels, sample, contrast)
      }
    }
  }

  /// Colours the pixels that a mask covers, shifted right and down of x, y by fractions of a pixel.
  private func tint(
    _ mask: Mask, x: Int, y: Int, _ shiftX: Float, _ shiftY: Float, _ color: Color,
    _ contrast: Float
  ) {
    let size = mask.size
    let area = clip.intersection(
      PixelRect(x: x, y: y, width: size.width + 1, height: size.height + 1))
    guard !area.isEmpty, let base else { return }
    if drawInParts(of: area, { $0.tint(mask, x: x, y: y, shiftX, shiftY, color, contrast) }) {
      return
    }
    let sample = Sample(color)
    mask.coverage.withUnsafeBufferPointer { levels in
      guard let levels = levels.baseAddress else { return }
      for row in area.y..<area.maxY {
        let shifted = ShiftedMask(
          mask: levels, size: size, row: row - y, shiftX: shiftX, shiftY: shiftY)
        Canvas.tint(
          base + row * picture.stride + area.x, shifted, area.x - x, area.width, sample, contrast)
      }
    }
  }

  /// Tints four pixels by their levels, the leftmost in the lowest byte; level 0 changes nothing.
  @inline(__always) private static func tint(
    _ pixels: UnsafeMutablePointer<UInt32>, _ levels: UInt32, _ sample: Sample, _ contrast: Float
  ) {
    let levels = unsafeBitCast(levels.littleEndian, to: SIMD4<UInt8>.self)
    for lane in 0..<4 {
      let coverage = Float(byte: UInt32(levels[lane])) * (1 / 255)
      let strong = coverage + contrast * coverage * (1 - coverage)
      pixels[lane] = sample.over(pixels[lane], coverage: strong).pixel
    }
  }

  private static func tint(
    _ pixels: UnsafeMutablePointer<UInt32>, _ mask: ShiftedMask, _ first: Int, _ count: Int,
    _ sample: Sample, _ contrast: Float
  ) {
    for index in 0..<count {
      let coverage = mask.coverage(first + index)
      let strong = coverage + contrast * coverage * (1 - coverage)
      pixels[index] = sample.over(pixels[index], coverage: strong).pixel
    }
  }
}

/// One row of a mask between pixel positions: each pixel is the weighted sum of the four that it
/// overlaps.
private struct ShiftedMask {
  let mask: UnsafePointer<UInt8>
  let size: PixelSize
  let row: Int
  /// The shift right and down from whole pixels, 0…1.
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
