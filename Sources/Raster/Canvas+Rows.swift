extension Canvas {
  /// Draws a shape row by row; compiled once for each kind of shape and paint.
  @inline(__always) func rows<S: Shape, P: Painting>(of shape: S, _ paint: P) {
    let area = clip.intersection(shape.bounds)
    guard !area.isEmpty, let base = picture.pixels.baseAddress else { return }
    let first = Int32(truncatingIfNeeded: area.x)
    let last = Int32(truncatingIfNeeded: area.maxX)
    for y in area.y..<area.maxY {
      let row = base + y * picture.stride
      let center = Float(y) + 0.5
      let runs = shape.runs(center)
      for index in 0..<runs.count {
        let run = runs.runs[index]
        let start = max(run.start, first)
        let end = min(run.end, last)
        guard start < end else { continue }
        if run.isFull {
          Canvas.fill(row, start, end, center, paint)
        } else {
          Canvas.blend(row, start, end, center, shape, paint)
        }
      }
    }
  }

  /// Pixels that the shape covers wholly.
  @inline(__always) private static func fill<P: Painting>(
    _ row: UnsafeMutablePointer<UInt32>, _ start: Int32, _ end: Int32, _ y: Float, _ paint: P
  ) {
    var x = start
    while x < end {
      let center = Float(x) + 0.5
      let noise = P.isSmooth ? Dither.noise(center, y) : 0
      let sample = paint.sample(center, y)
      let pixel = row + Int(x)
      pixel.pointee = sample.over(pixel.pointee, coverage: 1).pixel(noise: noise)
      x &+= 1
    }
  }

  /// Pixels along an edge.
  @inline(__always) private static func blend<S: Shape, P: Painting>(
    _ row: UnsafeMutablePointer<UInt32>, _ start: Int32, _ end: Int32, _ y: Float, _ shape: S,
    _ paint: P
  ) {
    var x = start
    while x < end {
      let center = Float(x) + 0.5
      let noise = P.isSmooth || S.isSoft ? Dither.noise(center, y) : 0
      let sample = paint.sample(center, y)
      let pixel = row + Int(x)
      pixel.pointee =
        sample.over(pixel.pointee, coverage: shape.coverage(center, y)).pixel(noise: noise)
      x &+= 1
    }
  }
}
