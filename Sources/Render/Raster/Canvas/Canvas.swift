/// A drawing surface: the part of a picture inside `clip`.
///
/// Drawing outside the picture or the clip is cut off, never an error. The clip does not affect the
/// value of any pixel inside it. Each channel is `paint · coverage + ground · (1 − coverage)`,
/// computed in Float and rounded to nearest; gradients and soft edges are dithered before rounding.
public struct Canvas {
  /// The picture to draw on.
  public let picture: PixelBuffer
  /// The area that can be drawn on, in drawing coordinates.
  public let clip: PixelRect
  /// A ring that limits drawing further; nil if all of the clip can be drawn on.
  let ring: RingRegion?
  /// The offset of everything drawn, in pixels of memory.
  private let shift: Int

  private init(_ picture: PixelBuffer, clip: PixelRect, ring: RingRegion?, shift: Int) {
    self.picture = picture
    self.clip = clip
    self.ring = ring
    self.shift = shift
  }

  /// Creates a canvas for the whole picture.
  public init(_ picture: PixelBuffer) {
    self.init(picture, clip: picture.size.bounds)
  }

  /// Creates a canvas for the part of a picture inside `clip`.
  public init(_ picture: PixelBuffer, clip: PixelRect) {
    self.init(picture, x: 0, y: 0, clip: clip)
  }

  /// Creates a canvas for the part of a picture inside a ring.
  public init(_ picture: PixelBuffer, ring: RingRegion) {
    let clip = ring.bounds.intersection(picture.size.bounds)
    self.init(picture, clip: clip, ring: ring, shift: 0)
  }

  /// Creates a canvas for the whole picture that shifts everything right by `shift` pixels.
  public init(_ picture: PixelBuffer, shiftedBy shift: Int) {
    // A shift beyond the width leaves nothing visible.
    let x = -min(max(shift, -picture.size.width), picture.size.width)
    self.init(picture, x: x, y: 0, clip: PixelRect(x: x, y: 0, size: picture.size))
  }

  /// Creates a canvas for a picture whose top left pixel is at `x`, `y` in drawing coordinates.
  init(_ picture: PixelBuffer, x: Int, y: Int, clip: PixelRect) {
    let bounds = PixelRect(x: x, y: y, size: picture.size)
    self.init(
      picture, clip: clip.intersection(bounds), ring: nil, shift: -(y * picture.stride + x))
  }

  /// The address of the pixel at 0, 0 in drawing coordinates.
  var base: UnsafeMutablePointer<UInt32>? { picture.pixels.baseAddress.map { $0 + shift } }

  /// Returns the canvas clipped to `area` as well.
  public func clipped(to area: PixelRect) -> Canvas {
    Canvas(picture, clip: clip.intersection(area), ring: ring, shift: shift)
  }

  /// The canvas without its ring, limited only by the clip.
  var withoutRing: Canvas { Canvas(picture, clip: clip, ring: nil, shift: shift) }

  /// Returns whether the clip lies entirely in a ring's hole, so that none of the ring is visible.
  public func isInside(_ ring: Ring) -> Bool { ring.holeContains(clip) }

  /// Copies the pixels inside the clip from `source`, a picture of the same size.
  public func copy(from source: PixelBuffer) {
    let area = clip.intersection(source.size.bounds)
    guard !area.isEmpty, let from = source.pixels.baseAddress, let to = picture.pixels.baseAddress
    else { return }
    if let ring {
      for y in area.y..<area.maxY {
        func copy(_ columns: Columns) {
          let columns = columns.clamped(to: Columns(of: area))
          guard !columns.isEmpty else { return }
          (to + y * picture.stride + Int(columns.start))
            .update(from: from + y * source.stride + Int(columns.start), count: columns.count)
        }
        let (left, right) = ring.columns(ofRow: y)
        copy(left)
        copy(right)
      }
      return
    }
    if area.width == picture.size.width, picture.stride == source.stride {
      let start = area.y * picture.stride
      (to + start).update(from: from + start, count: area.height * picture.stride)
      return
    }
    PixelRows(
      first: UnsafePointer(from) + area.y * source.stride + area.x, stride: source.stride
    ).copy(
      to: PixelRows(first: to + area.y * picture.stride + area.x, stride: picture.stride),
      width: area.width, height: area.height)
  }

  /// Fills the clip.
  public func fill(with paint: Paint) {
    fillShape(Everywhere(bounds: clip), with: paint)
  }

  /// Fills a disc.
  public func fill(_ disc: Disc, with paint: Paint) {
    if disc.needsRefinement {
      fillCompactly(Supersampled(disc), with: paint)
    } else {
      fillShape(disc, with: paint)
    }
  }

  /// Fills a ring.
  public func fill(_ ring: Ring, with paint: Paint) {
    if ring.inner <= 0 {
      fill(Disc(center: ring.center, radius: ring.outer), with: paint)
    } else if ring.holeContains(clip) {
      return
    } else if ring.needsRefinement {
      fillCompactly(RefinedThroughout(ring), with: paint)
    } else if ring.isThick {
      fillShape(ThickRing(ring), with: paint)
    } else {
      fillCompactly(ring, with: paint)
    }
  }

  /// Fills an arc; the rows of its ring make this faster but do not change the result.
  ///
  /// - Parameters:
  ///   - arc: The arc.
  ///   - paint: Its colour.
  ///   - rows: The precomputed rows of its ring, or nil; rows of another ring are ignored.
  public func fill(_ arc: Arc, with paint: Paint, rows: RingRows? = nil) {
    if arc.ring.holeContains(clip) { return }
    if arc.isClosed {
      fill(arc.ring, with: paint)
    } else if arc.ring.needsRefinement {
      fillCompactly(RefinedThroughout(arc), with: paint)
    } else if arc.endsMeet {
      fillCompactly(MeetingArc(arc), with: paint)
    } else if arc.needsRefinement {
      fillShape(Supersampled(arc), with: paint)
    } else if let rows, rows.match(arc.ring) {
      rows.withKnownArc(arc) { fillShape($0, with: paint) }
    } else {
      fillCompactly(arc, with: paint)
    }
  }

  /// Fills a line with round ends.
  public func fill(_ capsule: Capsule, with paint: Paint) {
    fillRefined(capsule, with: paint)
  }

  /// Fills a rounded rectangle.
  public func fill(_ rect: RoundedRect, with paint: Paint) {
    fillRefined(rect, with: paint)
  }

  /// Fills the line along the edge of a rounded rectangle.
  public func fill(_ frame: RoundedFrame, with paint: Paint) {
    if frame.holeContains(clip) { return }
    if frame.isFilled {
      fill(frame.outer, with: paint)
    } else {
      fillRefined(frame, with: paint)
    }
  }

  /// Fills a disc with a soft edge.
  public func fill(_ disc: SoftDisc, with paint: Paint) {
    fillCompactly(disc, with: paint)
  }

  /// Fills a triangle.
  public func fill(_ triangle: Triangle, with paint: Paint) {
    fillCompactly(triangle, with: paint)
  }

  /// Fills a rounded rectangle with a soft edge.
  public func fill(_ rect: SoftRect, with paint: Paint) {
    fillCompactly(rect, with: paint)
  }

  /// Fills a shape, refined if its bends are tight.
  private func fillRefined<S: Refinable>(_ shape: S, with paint: Paint) {
    if shape.needsRefinement {
      fillCompactly(Supersampled(shape), with: paint)
    } else {
      fillCompactly(shape, with: paint)
    }
  }

  /// Fills a shape, selecting the loop for the paint once instead of for each pixel.
  private func fillShape<S: Shape>(_ shape: S, with paint: Paint) {
    switch paint {
    case .solid(let color): fillRows(of: shape, SolidPaint(color: color))
    case .linear(let gradient): fillRows(of: shape, gradient)
    case .radial(let gradient): fillRows(of: shape, gradient)
    case .angular(let gradient): fillRows(of: shape, gradient)
    case .ramp(let ramp): fillRows(of: shape, ramp)
    case .cone(let cone): fillRows(of: shape, cone)
    case .metal(let metal): fillRows(of: shape, metal)
    case .knurls(let knurls): fillRows(of: shape, knurls)
    }
  }

  /// Fills a shape that is rarely painted in more than one colour.
  ///
  /// All other paints share a loop that selects for each pixel, because each loop adds a few
  /// kilobytes of code.
  private func fillCompactly<S: Shape>(_ shape: S, with paint: Paint) {
    switch paint {
    case .solid(let color): fillRows(of: shape, SolidPaint(color: color))
    case .linear(let gradient): fillRows(of: shape, gradient)
    case .radial, .angular, .ramp, .cone, .metal, .knurls: fillRows(of: shape, paint)
    }
  }
}

extension Refinable {
  var needsRefinement: Bool {
    smallestRadius < Supersampled<Self>.sufficientRadius && smallestRadius > 0
  }
}

extension Ring {
  /// Returns whether a rectangle lies in the hole, untouched by the ring.
  func holeContains(_ rect: PixelRect) -> Bool {
    rect.isInside(center, radius: inner - EdgeNormal.reach)
  }
}

extension PixelRect {
  /// Returns whether all of the rectangle is closer to a point than a radius.
  func isInside(_ center: PixelPoint, radius: Float) -> Bool {
    let dx = max(abs(Float(x) - center.x), abs(Float(maxX) - center.x))
    let dy = max(abs(Float(y) - center.y), abs(Float(maxY) - center.y))
    return radius > 0 && dx * dx + dy * dy < radius * radius
  }
}

/// All pixels of a rectangle.
struct Everywhere: Shape {
  let bounds: PixelRect

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float { 1 }

  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {
    runs.add(Columns(of: bounds), .full)
  }
}
