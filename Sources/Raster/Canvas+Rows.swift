extension Canvas {
  /// Draws a shape row by row; compiled once for each kind of shape and paint.
  @inline(__always) func rows<S: Shape, P: Painting>(of shape: S, _ paint: P) {
    let area = clip.intersection(shape.bounds)
    guard !area.isEmpty, let base, ring?.missesInside(area) != true else { return }
    withUnsafeTemporaryAllocation(
      of: RowRuns.Run.self, capacity: RowRuns.memoryCapacity
    ) { memory in
      var runs = RowRuns(memory: memory)
      let (body, tips) = (shape.body, shape.tips)
      let columns = Columns(of: area)
      for y in area.y..<area.maxY {
        runs.removeAll()
        shape.addRuns(Float(y) + 0.5, columns, to: &runs)
        if let ring { runs.keep(within: ring.columns(ofRow: y)) }
        for index in 0..<runs.count {
          Canvas.draw(
            runs.runs[index], of: shape, body, tips, base + y * picture.stride, y,
            within: columns, area, paint)
        }
      }
    }
  }

  /// Draws what lies within an area of a run of a row.
  @inline(__always) private static func draw<S: Shape, P: Painting>(
    _ run: RowRuns.Run, of shape: S, _ body: S.Body, _ tips: (S.Tip, S.Tip),
    _ row: UnsafeMutablePointer<UInt32>, _ y: Int, within columns: Columns,
    _ area: PixelRect, _ paint: P
  ) {
    let center = Float(y) + 0.5
    let part = run.columns.clamped(to: columns)
    guard !part.isEmpty else { return }
    let (start, end) = (part.start, part.end)
    switch run.kind {
    case .full:
      if let pixel = paint.opaquePixel {
        (row + Int(start)).update(repeating: pixel, count: part.count)
      } else {
        Canvas.draw(row, start, end, center, Everywhere(bounds: area), paint)
      }
    case .side where S.Body.self != S.self:
      Canvas.draw(row, start, end, center, body, paint)
    case .firstTip where S.Tip.self != S.self, .secondTip where S.Tip.self != S.self:
      let tip = run.kind == .firstTip ? tips.0 : tips.1
      Canvas.draw(row, start, end, center, tip, paint)
    default:
      // Shapes without a body or ends of their own need no loops for them.
      Canvas.draw(row, start, end, center, shape, paint)
    }
  }

  /// Draws in whole groups of pixels: edges are two or three pixels wide, and loops of unknown,
  /// short length would not be vectorised.
  ///
  /// Those beyond the end are written back as they are; rows and the buffer's end have room for
  /// them.
  @inline(__always) private static func draw<S: Shape, P: Painting>(
    _ row: UnsafeMutablePointer<UInt32>, _ start: Int32, _ end: Int32, _ y: Float, _ shape: S,
    _ paint: P
  ) {
    let parts = S.isCut ? shape.parts : 1
    var first = start
    while first < end {
      let place = row + Int(first)
      // Part by part for all four, as the loop that is made a vector has to be the inner one.
      var sums = InlineArray<4, Float>(repeating: 0)
      if S.isCut {
        for part in 0..<parts * parts {
          for lane in 0..<4 {
            let x = Float(first &+ Int32(truncatingIfNeeded: lane)) + 0.5
            sums[lane] += shape.coverage(x, y, row: part / parts, column: part % parts)
          }
        }
      }
      var lane: Int32 = 0
      while lane < 4 {
        let x = Float(first &+ lane) + 0.5
        let noise = P.isSmooth || S.isSoft ? Dither.noise(x, y) : 0
        let ground = place[Int(lane)]
        let coverage =
          S.isCut ? sums[Int(lane)] / Float(parts * parts) : shape.coverage(x, y)
        let result = paint.sample(x, y).over(ground, coverage: coverage).pixel(noise: noise)
        place[Int(lane)] = first &+ lane < end ? result : ground
        lane &+= 1
      }
      first &+= 4
    }
  }
}
