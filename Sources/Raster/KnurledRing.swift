internal import Glibc

/// A ring of ribs at a few steps of its turning, each of them painted once.
///
/// The light on ribs does not turn with them, so that the picture repeats when the grip has turned
/// by one rib. For a few steps from one rib to the next all pictures can be kept, and drawing one is
/// copying. Nothing is allocated when it is drawn; a step is painted when it is first needed.
public final class KnurledRing {
  private let ring: Ring
  private let knurling: Knurling
  private let stepCount: Int
  private let bounds: PixelRect
  private let runs: [Mask.Run]
  /// For each run the index of its first pixel.
  private let runPixels: [Int]
  private let edges: [Mask.Edge]
  /// The index of the first edge's first pixel; each has four.
  private let edgePixels: Int
  /// Of one step.
  private let pixelCount: Int
  /// One step after the other; those of edges are premultiplied by their coverage.
  private let pixels: UnsafeMutablePointer<UInt32>
  private var isPainted: [Bool]

  /// Room for the pictures of a ring.
  ///
  /// - Parameters:
  ///   - ring: Where the ribs are.
  ///   - knurling: What they look like; nil is returned if something shines through.
  ///   - stepCount: How many steps there are from one rib to the next.
  public init?(_ ring: Ring, _ knurling: Knurling, stepCount: Int) {
    guard knurling.isOpaque, stepCount > 0 else { return nil }
    self.ring = ring
    self.knurling = knurling
    self.stepCount = stepCount
    let stamp = Stamp(ring)
    (bounds, runs, edges) = (stamp.bounds, stamp.mask.runs, stamp.mask.edges)
    var count = 0
    runPixels = runs.map { run in
      defer { count += Int(run.count) }
      return count
    }
    edgePixels = count
    pixelCount = count + edges.count * 4
    // Of the last edge four pixels are read, wherever it begins.
    pixels = .allocate(capacity: pixelCount * stepCount + 4)
    (pixels + pixelCount * stepCount).initialize(repeating: 0, count: 4)
    isPainted = Array(repeating: false, count: stepCount)
  }

  deinit { pixels.deallocate() }

  /// Draws the ring at a step, which is less than `stepCount`.
  public func draw(step: Int, on canvas: Canvas) {
    let area = canvas.clip.intersection(bounds)
    guard !area.isEmpty, isPainted.indices.contains(step), let base = canvas.base else { return }
    if let region = canvas.ring, !region.contains(ring) {
      _ = canvas.drawInParts(of: area) { draw(step: step, on: $0) }
      return
    }
    let colors = pixels + step * pixelCount
    if !isPainted[step] {
      isPainted[step] = true
      paint(colors, knurling.turned(toStep: step, of: stepCount))
    }
    let stride = canvas.picture.stride
    if area == bounds {
      return drawWhole(colors, at: base + (bounds.y * stride + bounds.x), stride)
    }
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
          KnurledRing.lay(
            colors + edgePixels + index * 4 + hidden, over: row + column + hidden,
            count: min(4 - hidden, area.maxX - column - hidden))
        }
        index += 1
      }
    }
  }

  /// Draws all of a step, whose pixels are in the order of runs and edges.
  private func drawWhole(
    _ colors: UnsafePointer<UInt32>, at first: UnsafeMutablePointer<UInt32>, _ stride: Int
  ) {
    var source = colors
    runs.withUnsafeBufferPointer { runs in
      for run in runs {
        let count = Int(run.count)
        memcpy(first + (Int(run.y) &* stride &+ Int(run.x)), source, count &* 4)
        source += count
      }
    }
    edges.withUnsafeBufferPointer { edges in
      for edge in edges {
        let place = first + (Int(edge.y) &* stride &+ Int(edge.x))
        KnurledRing.lay(source, over: place, count: 4)
        source += 4
      }
    }
  }

  /// Up to four premultiplied pixels over others.
  @inline(__always) private static func lay(
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

  /// Paints some pixels of a row, fully covered.
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
  /// The pixel of an image that covers what is behind it by `coverage`, 0…1.
  fileprivate func premultiplied(by coverage: Float) -> UInt32 {
    let pixel = Sample(
      red: red * coverage, green: green * coverage, blue: blue * coverage, opacity: 1
    ).pixel
    return pixel & 0xFF_FFFF | (255 * coverage).roundedByte << 24
  }
}
