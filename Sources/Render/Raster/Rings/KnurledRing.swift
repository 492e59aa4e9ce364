internal import Glibc

/// A ribbed ring at several steps of its rotation, each painted once.
///
/// The light does not turn with the ribs, so the picture repeats after a turn by one rib. With a
/// few steps from one rib to the next, all pictures can be cached, and drawing one is a copy.
/// Drawing does not allocate; a step is painted on first use.
public final class KnurledRing {
  /// The pixels that are copied.
  public let region: RingRegion
  private let ring: Ring
  private let knurling: Knurling
  private let bounds: PixelRect
  private let runs: [Mask.Run]
  /// For each run, the index of its first pixel.
  private let runPixels: [Int]
  private let edges: [Mask.Edge]
  /// For each row of the region, the index of its first pixel.
  private let rowPixels: [Int]
  /// The index of the first edge's first pixel; each edge has four, premultiplied by their
  /// coverage.
  private let edgePixels: Int
  /// The number of pixels of one step.
  private let pixelCount: Int
  /// For each step, the region's columns row by row, then the edges.
  private let pixels: UnsafeMutablePointer<UInt32>
  private var steps: [Step]

  private struct Step {
    var isPainted = false
    /// The revision of the background stored around the ribs; nil if there is none yet.
    var groundRevision: Int?
  }

  /// Allocates the pictures of a ring.
  ///
  /// - Parameters:
  ///   - ring: The ring that has the ribs.
  ///   - knurling: The ribs' appearance; the initializer returns nil unless it is opaque.
  ///   - stepCount: The number of steps from one rib to the next.
  public init?(_ ring: Ring, _ knurling: Knurling, stepCount: Int) {
    guard knurling.isOpaque, stepCount > 0 else { return nil }
    self.ring = ring
    self.knurling = knurling
    let region = RingRegion(ring)
    self.region = region
    let stamp = CoverageMask(ring)
    let bounds = stamp.bounds
    (self.bounds, runs, edges) = (bounds, stamp.mask.runs, stamp.mask.edges)
    var count = 0
    let rowPixels = region.rows.map { row in
      defer { count += row.left.count + row.right.count }
      return count
    }
    runPixels = stamp.mask.runs.map { run in
      let (column, row) = (Int32(bounds.x) + run.x, bounds.y + Int(run.y) - region.bounds.y)
      return rowPixels[row] + region.rows[row].index(ofColumn: column)
    }
    self.rowPixels = rowPixels
    edgePixels = count
    pixelCount = count + edges.count * 4
    // Four pixels of the last edge are read, wherever it begins.
    pixels = .allocate(capacity: pixelCount * stepCount + 4)
    (pixels + pixelCount * stepCount).initialize(repeating: 0, count: 4)
    steps = Array(repeating: Step(), count: stepCount)
  }

  deinit { pixels.deallocate() }

  /// Draws the ring at a step, which is less than `stepCount`.
  public func draw(step: Int, on canvas: Canvas) {
    let area = canvas.clip.intersection(bounds)
    guard !area.isEmpty, steps.indices.contains(step), let base = canvas.base else { return }
    if let region = canvas.ring, !region.contains(ring) {
      _ = canvas.drawInParts(of: area) { draw(step: step, on: $0) }
      return
    }
    let colors = painted(step)
    let stride = canvas.picture.stride
    let rows = area.y - bounds.y..<area.maxY - bounds.y
    runs.withUnsafeBufferPointer { runs in
      var index = runs.firstIndex(fromRow: rows.lowerBound)
      while index < runs.count, Int(runs[index].y) < rows.upperBound {
        let run = runs[index]
        let left = bounds.x + Int(run.x)
        let (start, end) = (max(left, area.x), min(left + Int(run.count), area.maxX))
        if start < end {
          (base + (bounds.y + Int(run.y)) * stride + start)
            .update(from: colors + runPixels[index] + (start - left), count: end - start)
        }
        index += 1
      }
    }
    edges.withUnsafeBufferPointer { edges in
      var index = edges.firstIndex(fromRow: rows.lowerBound)
      while index < edges.count, Int(edges[index].y) < rows.upperBound {
        let edge = edges[index]
        let column = bounds.x + Int(edge.x)
        let (hidden, levels) = edge.visible(from: column, within: area)
        if levels != 0 {
          let row = base + (bounds.y + Int(edge.y)) * stride
          KnurledRing.composite(
            colors + edgePixels + index * 4 + hidden, over: row + column + hidden,
            count: min(4 - hidden, area.maxX - column - hidden))
        }
        index += 1
      }
    }
  }

  /// Copies the background to a canvas and draws the ring at a step over it, reusing the stored
  /// pixels around the ribs if the background is unchanged.
  ///
  /// - Parameters:
  ///   - step: The step, less than `stepCount`.
  ///   - canvas: The canvas to draw on.
  ///   - ground: The background, of the same size as the canvas's picture.
  ///   - revision: A number that differs whenever the background is another one or has changed.
  public func draw(step: Int, on canvas: Canvas, over ground: PixelBuffer, revision: Int) {
    let isWhole = canvas.clip.contains(region.bounds)
    guard steps.indices.contains(step), let base = canvas.base, ground.size == canvas.picture.size,
      ground.size.bounds.contains(region.bounds),
      canvas.ring == nil || canvas.ring === region && isWhole
    else {
      canvas.copy(from: ground)
      return draw(step: step, on: canvas)
    }
    let colors = painted(step)
    if steps[step].groundRevision != revision {
      steps[step].groundRevision = revision
      blend(colors, over: ground)
    }
    if canvas.ring == nil { canvas.copy(from: ground) }
    let area = canvas.clip.intersection(region.bounds)
    guard !area.isEmpty else { return }
    let stride = canvas.picture.stride
    let rows = PixelRows(first: base + area.y * stride, stride: stride)
    if isWhole {
      copyRegion(colors, to: rows)
    } else {
      copyRegion(colors, to: rows, in: area)
    }
  }

  /// Copies all of the region, whose pixels are contiguous.
  private func copyRegion(
    _ colors: UnsafePointer<UInt32>, to target: PixelRows<UnsafeMutablePointer<UInt32>>
  ) {
    var (source, row) = (colors, target.first)
    region.rows.withUnsafeBufferPointer { rows in
      for columns in rows {
        for part in [columns.left, columns.right] {
          memcpy(row + Int(part.start), source, part.count &* 4)
          source += part.count
        }
        row += target.stride
      }
    }
  }

  /// Copies the part of the region that lies in an area.
  private func copyRegion(
    _ colors: UnsafePointer<UInt32>, to target: PixelRows<UnsafeMutablePointer<UInt32>>,
    in area: PixelRect
  ) {
    let limits = Columns(of: area)
    var row = target.first
    region.rows.withUnsafeBufferPointer { rows in
      for index in area.y - region.bounds.y..<area.maxY - region.bounds.y {
        let columns = rows[index]
        func copy(_ part: Columns, _ source: UnsafePointer<UInt32>) {
          let visible = part.clamped(to: limits)
          guard !visible.isEmpty else { return }
          memcpy(
            row + Int(visible.start), source + Int(visible.start &- part.start),
            visible.count &* 4)
        }
        let source = colors + rowPixels[index]
        copy(columns.left, source)
        copy(columns.right, source + columns.left.count)
        row += target.stride
      }
    }
  }

  /// Returns the pixels of a step, painting them on first use.
  private func painted(_ step: Int) -> UnsafeMutablePointer<UInt32> {
    let colors = pixels + step * pixelCount
    if !steps[step].isPainted {
      steps[step].isPainted = true
      paint(colors, knurling.turned(toStep: step, of: steps.count))
    }
    return colors
  }

  /// Copies the background around the ribs into the region, and blends the ribs' edges over it.
  private func blend(_ colors: UnsafeMutablePointer<UInt32>, over ground: PixelBuffer) {
    guard let base = ground.pixels.baseAddress else { return }
    var run = 0
    for (index, row) in region.rows.enumerated() {
      let y = region.bounds.y + index
      var target = colors + rowPixels[index]
      for columns in [row.left, row.right] where !columns.isEmpty {
        var column = columns.start
        func copy(to end: Int32) {
          guard column < end else { return }
          (target + Int(column - columns.start)).update(
            from: base + y * ground.stride + Int(column), count: Int(end - column))
        }
        while run < runs.count, bounds.y + Int(runs[run].y) == y {
          let start = Int32(bounds.x) + runs[run].x
          guard start < columns.end else { break }
          copy(to: start)
          column = start + runs[run].count
          run += 1
        }
        copy(to: columns.end)
        target += columns.count
      }
    }
    for (index, edge) in edges.enumerated() {
      let y = bounds.y + Int(edge.y) - region.bounds.y
      let (row, first) = (region.rows[y], Int32(bounds.x) + edge.x)
      let (source, target) = (colors + edgePixels + index * 4, colors + rowPixels[y])
      // Pixels with no coverage may lie outside the region or in the hole.
      var lane: Int32 = 0
      while lane < 4 {
        if edge.levels >> UInt32(8 * lane) & 0xFF != 0 {
          let pixel = target + row.index(ofColumn: first + lane)
          pixel.pointee = FourChannels(source[Int(lane)]).over(pixel.pointee)
        }
        lane += 1
      }
    }
  }

  /// Composites up to four premultiplied pixels over others.
  @inline(__always) private static func composite(
    _ colors: UnsafePointer<UInt32>, over pixels: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    guard count == 4 else {
      for lane in 0..<count {
        pixels[lane] = FourChannels(colors[lane]).over(pixels[lane])
      }
      return
    }
    let color = UnsafeRawPointer(colors).loadUnaligned(as: SIMD4<UInt32>.self)
    let ground = UnsafeRawPointer(pixels).loadUnaligned(as: SIMD4<UInt32>.self)
    UnsafeMutableRawPointer(pixels).storeBytes(
      of: FourChannels.pixels(color, over: ground), as: SIMD4<UInt32>.self)
  }

  private func paint(_ colors: UnsafeMutablePointer<UInt32>, _ knurling: Knurling) {
    for (run, first) in zip(runs, runPixels) {
      paint(colors + first, run.x, run.y, run.count, knurling)
    }
    for (index, edge) in edges.enumerated() {
      let first = colors + edgePixels + index * 4
      paint(first, edge.x, edge.y, 4, knurling)
      for lane in 0..<4 {
        let level = edge.levels >> UInt32(8 * lane) & 0xFF
        first[lane] = Sample(pixel: first[lane]).premultiplied(by: Float(level) / 255)
      }
    }
  }

  /// Paints pixels of a row, fully covered.
  private func paint(
    _ colors: UnsafeMutablePointer<UInt32>, _ column: Int32, _ row: Int32, _ count: Int32,
    _ knurling: Knurling
  ) {
    let y = Float(bounds.y) + Float(row) + 0.5
    let first = Int32(truncatingIfNeeded: bounds.x) &+ column
    var index: Int32 = 0
    while index < count {
      let x = Float(first &+ index) + 0.5
      colors[Int(index)] = knurling.sample(x, y).pixel(noise: Dither.noise(x, y))
      index &+= 1
    }
  }
}

extension Sample {
  /// Returns the premultiplied pixel with `coverage` (0…1) as its alpha.
  fileprivate func premultiplied(by coverage: Float) -> UInt32 {
    let pixel = Sample(
      red: red * coverage, green: green * coverage, blue: blue * coverage, opacity: 1
    ).pixel
    return pixel & 0xFF_FFFF | (255 * coverage).roundedByte << 24
  }
}
