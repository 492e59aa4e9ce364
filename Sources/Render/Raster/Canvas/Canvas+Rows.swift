extension Canvas {
  /// Draws a shape; compiled once for each kind of shape and paint.
  @inline(__always) func fillRows<S: Shape, P: Painting>(of shape: S, _ paint: P) {
    let area = clip.intersection(shape.bounds)
    guard !area.isEmpty, let base, ring?.holeContains(area) != true else { return }
    var runs = RowRuns(memory: picture.runs, pixels: base)
    let (body, tips) = (shape.body, shape.tips)
    var y = area.y
    while y < area.maxY {
      runs.removeAll()
      y = find(&runs, of: shape, from: y, within: area, base)
      Canvas.draw(runs, of: shape, body, tips, area, paint)
    }
  }

  /// Finds the runs of as many rows of an area as fit; compiled once for each kind of shape.
  ///
  /// - Returns: The row after the last one found.
  @inline(never) private func find<S: Shape>(
    _ runs: inout RowRuns, of shape: S, from start: Int, within area: PixelRect,
    _ base: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let columns = Columns(of: area)
    var y = start
    while y < area.maxY, runs.hasRoomForRow {
      let center = Float(y) + 0.5
      var limits = (columns, Columns.none)
      if let ring {
        let (left, right) = ring.columns(ofRow: y)
        limits = (left.clamped(to: columns), right.clamped(to: columns))
      }
      runs.begin(base + y * picture.stride, y: center, within: limits)
      shape.addRuns(center, columns, to: &runs)
      y += 1
    }
    return y
  }

  /// Draws the runs that `find` has found.
  @inline(never) private static func draw<S: Shape, P: Painting>(
    _ runs: RowRuns, of shape: S, _ body: S.Body, _ tips: (S.Tip, S.Tip), _ area: PixelRect,
    _ paint: P
  ) {
    if let pixel = paint.opaquePixel {
      for run in runs[.full] {
        fill(run.row + Int(run.columns.start), with: pixel, run.columns.count)
      }
    } else {
      drawWhole(runs, area, paint)
    }
    // Shapes without their own body or ends need no loops for them; each loop adds a few kilobytes
    // of code.
    var others: RowRuns.Kind = [.end]
    if S.Known.self != S.self {
      for run in runs[.side] { draw(run, shape.known(run.offset), paint) }
    } else if S.Body.self != S.self {
      for run in runs[.side] { draw(run, body, paint) }
    } else {
      others.insert(.side)
    }
    if S.Tip.self != S.self {
      for run in runs[.firstTip] { draw(run, tips.0, paint) }
      for run in runs[.secondTip] { draw(run, tips.1, paint) }
    } else {
      others.formUnion([.firstTip, .secondTip])
    }
    for run in runs[others] { draw(run, shape, paint) }
  }

  /// Draws the fully covered runs; compiled once for each kind of paint.
  @inline(never) private static func drawWhole<P: Painting>(
    _ runs: RowRuns, _ area: PixelRect, _ paint: P
  ) {
    let isOpaque = paint.isOpaque
    for run in runs[.full] {
      // Left of the picture, positions in the dither sequence are not consecutive.
      if isOpaque, run.columns.count >= 4, run.columns.start >= 0 {
        drawOpaque(run, paint)
      } else {
        draw(run, Everywhere(bounds: area), paint)
      }
    }
  }

  /// Draws an opaque run of at least four pixels, as with coverage 1 but without reading the
  /// background.
  ///
  /// The second group of four overlaps the first if the count is not a multiple of four.
  @inline(__always) private static func drawOpaque<P: Painting>(_ run: RowRuns.Run, _ paint: P) {
    // Start at the pixel before the group: if the first lane added nothing, two of the four would
    // not be vectorised.
    var before = run.columns.start &- 1
    var sequence = Dither.sequence(column: before, run.y)
    var step = (Int32(truncatingIfNeeded: run.columns.count) &- 1) & 3 &+ 1
    var sequenceStep = UInt32(bitPattern: step) &* Dither.perColumn
    while before < run.columns.end &- 4 {
      let target = run.row + Int(before)
      var lane: Int32 = 1
      while lane <= 4 {
        let sample = paint.sample(Float(before &+ lane) + 0.5, run.y)
        let noise = Dither.noise(sequence &+ UInt32(bitPattern: lane) &* Dither.perColumn)
        target[Int(lane)] = P.isSmooth ? sample.pixel(noise: noise) : sample.pixel
        lane &+= 1
      }
      before &+= step
      sequence &+= sequenceStep
      (step, sequenceStep) = (4, 4 &* Dither.perColumn)
    }
  }

  /// Fills one or more pixels.
  ///
  /// The last stores overlap earlier ones, so that a short run, the usual case, has only one branch
  /// that depends on its length.
  @inline(__always) static func fill(
    _ pixels: UnsafeMutablePointer<UInt32>, with pixel: UInt32, _ count: Int
  ) {
    guard count >= 4 else {
      pixels[0] = pixel
      pixels[count >> 1] = pixel
      pixels[count - 1] = pixel
      return
    }
    guard count <= 64 else { return pixels.update(repeating: pixel, count: count) }
    let last = UnsafeMutableRawPointer(pixels + (count - 4))
    let four = SIMD4(repeating: pixel)
    var target = UnsafeMutableRawPointer(pixels)
    while target < last {
      target.storeBytes(of: four, as: SIMD4<UInt32>.self)
      target += 16
    }
    last.storeBytes(of: four, as: SIMD4<UInt32>.self)
  }

  /// Draws whole groups of four pixels: edges are two or three pixels wide, and short loops of
  /// unknown length would not be vectorised.
  ///
  /// Pixels beyond the end are written back unchanged; rows and the buffer are padded for them.
  @inline(__always) private static func draw<S: Shape, P: Painting>(
    _ run: RowRuns.Run, _ shape: S, _ paint: P
  ) {
    let parts = S.isCut ? shape.parts : 1
    let (y, end) = (run.y, run.columns.end)
    var first = run.columns.start
    while first < end {
      let target = run.row + Int(first)
      // Add each part for all four pixels: the loop to vectorise has to be the inner one.
      var sums = InlineArray<4, Float>(repeating: 0)
      if S.isCut {
        for part in 0..<parts * parts {
          for lane in 0..<4 {
            let x = Float(first &+ Int32(truncatingIfNeeded: lane)) + 0.5
            sums[lane] += shape.coverage(x, y, row: part / parts, column: part % parts)
          }
        }
      }
      if S.isKnown {
        // Read before the pixels are written: the compiler cannot rule out that the memory
        // overlaps.
        for lane in 0..<4 { sums[lane] = shape.coverage(first: first, lane: lane) }
      }
      var lane: Int32 = 0
      while lane < 4 {
        let x = Float(first &+ lane) + 0.5
        let ground = target[Int(lane)]
        let coverage =
          S.isCut
          ? sums[Int(lane)] / Float(parts * parts)
          : S.isKnown ? sums[Int(lane)] : shape.coverage(x, y)
        let sample = paint.sample(x, y).over(ground, coverage: coverage)
        let result =
          P.isSmooth || S.isSoft ? sample.pixel(noise: Dither.noise(x, y)) : sample.pixel
        target[Int(lane)] = first &+ lane < end ? result : ground
        lane &+= 1
      }
      first &+= 4
    }
  }
}
