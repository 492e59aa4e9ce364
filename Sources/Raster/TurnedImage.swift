/// An image prepared to be drawn at any angle about its centre.
///
/// It is kept at twice the size it is drawn at, each sample a mean over nearly a whole pixel. Samples
/// so close and so soft can be mixed along straight lines: what is drawn differs from the mean over
/// each pixel by at most 20/255, at an edge of full contrast, and by 1.3 on average, so that a pointer
/// does not shimmer while it turns. At the size it is drawn at, the errors would be 71 and 6.
public final class TurnedImage: Sendable {
  /// Samples a pixel, each way.
  private static let density = 2
  /// Samples that each is the mean of, across: less than a pixel, because mixing widens it again.
  private static let reach = 1.6

  /// Cut to what can be seen, and a clear sample around it.
  private let samples: Image
  /// From the first sample's centre to that of the turn, in samples.
  private let originX: Float
  private let originY: Float

  /// `image` drawn at `size` pixels.
  public init(_ image: Image, size: PixelSize) {
    let margin = 2
    let size = PixelSize(width: min(size.width, 8_192), height: min(size.height, 8_192))
    guard size.width > 0, size.height > 0 else {
      samples = Image(size: PixelSize(width: 1, height: 1), trusted: [0])
      (originX, originY) = (0, 0)
      return
    }
    var resampler = Resampler(
      source: image, part: image.size.bounds,
      size: PixelSize(width: size.width * Self.density, height: size.height * Self.density))
    resampler.reach = Self.reach
    resampler.margin = margin
    resampler.edge = .isClear
    resampler.meansLight = false
    let whole = resampler.image()
    let content = whole.contentBounds
    let part = PixelRect(
      x: content.x - 1, y: content.y - 1, width: content.width + 2, height: content.height + 2
    ).intersection(whole.size.bounds)
    samples = whole.cropped(to: part)
    originX = Float(size.width * Self.density) * 0.5 + Float(margin - part.x) - 0.5
    originY = Float(size.height * Self.density) * 0.5 + Float(margin - part.y) - 0.5
  }

  /// The farthest that anything of it is from the centre, in pixels.
  public var reach: Float {
    let x = max(originX, Float(samples.size.width - 1) - originX)
    let y = max(originY, Float(samples.size.height - 1) - originY)
    return (x * x + y * y).squareRoot() / Float(Self.density)
  }

  /// The pixels that it may touch, turned about `center`.
  public func bounds(center: PixelPoint, angle: Direction) -> PixelRect {
    guard center.x.isDrawable, center.y.isDrawable, angle.radians.isDrawable else {
      return PixelRect(x: 0, y: 0, width: 0, height: 0)
    }
    let scale = 1 / Float(Self.density)
    let (left, right) = (-originX * scale, (Float(samples.size.width - 1) - originX) * scale)
    let (top, bottom) = (-originY * scale, (Float(samples.size.height - 1) - originY) * scale)
    func span(_ forX: Float, _ forY: Float) -> (Float, Float) {
      let (one, two) = (left * forX, right * forX)
      let (three, four) = (top * forY, bottom * forY)
      return (min(one, two) + min(three, four), max(one, two) + max(three, four))
    }
    let (minX, maxX) = span(angle.cosine, -angle.sine)
    let (minY, maxY) = span(angle.sine, angle.cosine)
    // A pixel is touched if its centre is inside; one more for rounding.
    let x = (center.x + minX - 0.5).pixelFloor
    let y = (center.y + minY - 0.5).pixelFloor
    return PixelRect(
      x: x, y: y, width: (center.x + maxX + 0.5).pixelCeiling - x,
      height: (center.y + maxY + 0.5).pixelCeiling - y)
  }

  /// Draws it turned about `center`, clockwise by `angle` from how it was made.
  func draw(on canvas: Canvas, center: PixelPoint, angle: Direction, opacity: Float) {
    let area = canvas.clip.intersection(bounds(center: center, angle: angle))
    guard !area.isEmpty, let base = canvas.base else { return }
    if canvas.drawInParts(
      of: area, { draw(on: $0, center: center, angle: angle, opacity: opacity) })
    {
      return
    }
    let share = FourChannels.share(opacity)
    let walk = SampleWalk(
      center: center, angle: angle, density: Self.density, originX: originX, originY: originY)
    let stride = samples.size.width
    samples.pixels.withUnsafeBufferPointer { pixels in
      guard let source = pixels.baseAddress else { return }
      for y in area.y..<area.maxY {
        let columns = walk.columns(y, within: area.x..<area.maxX, of: samples.size)
        guard !columns.isEmpty else { continue }
        TurnedImage.draw(
          source, stride, base + y * canvas.picture.stride, columns,
          walk.place(columns.lowerBound, y),
          (walk.columnX, walk.columnY), share)
      }
    }
  }

  /// One row: `place` and `step` are in 2⁻³² of a sample.
  private static func draw(
    _ source: UnsafePointer<UInt32>, _ stride: Int, _ row: UnsafeMutablePointer<UInt32>,
    _ columns: Range<Int>, _ place: (x: Int, y: Int), _ step: (x: Int, y: Int), _ share: UInt64
  ) {
    var (u, v) = place
    var column = columns.lowerBound
    while column < columns.upperBound {
      let near = source + (v >> 32 &* stride &+ u >> 32)
      let (topLeft, topRight) = (near[0], near[1])
      let (bottomLeft, bottomRight) = (near[stride], near[stride &+ 1])
      if topLeft | topRight | bottomLeft | bottomRight != 0 {
        let (right, down) = (UInt64(u >> 24 & 0xFF), UInt64(v >> 24 & 0xFF))
        // Shares of a 256th that add up to 256.
        let both = (right &* down) >> 8
        let sum =
          FourChannels(topLeft).bits &* (256 &- right &- down &+ both)
          &+ FourChannels(topRight).bits &* (right &- both)
          &+ FourChannels(bottomLeft).bits &* (down &- both)
          &+ FourChannels(bottomRight).bits &* both
        var mixed = FourChannels(bits: (sum &+ FourChannels.half) >> 8 & FourChannels.mask)
        if share != 256 { mixed = mixed.thinned(to: share) }
        row[column] = mixed.over(row[column])
      }
      u &+= step.x
      v &+= step.y
      column &+= 1
    }
  }
}

extension Canvas {
  /// Draws an image about `center`, turned clockwise by `angle`; `opacity` 0…1 multiplies its alpha.
  public func draw(
    _ image: TurnedImage, center: PixelPoint, angle: Direction, opacity: Float = 1
  ) {
    image.draw(on: self, center: center, angle: angle, opacity: opacity)
  }
}

/// Where in the samples the pixels of a turned image lie, in whole 2⁻³² of a sample: a place depends
/// on the pixel alone, never on where a row begins.
private struct SampleWalk {
  /// From one column to the next.
  let columnX: Int
  let columnY: Int
  private let startX: Int
  private let startY: Int

  private static let one = 4_294_967_296.0

  init(
    center: PixelPoint, angle: Direction, density: Int, originX: Float, originY: Float
  ) {
    let scale = Self.one * Double(density)
    columnX = Int((Double(angle.cosine) * scale).rounded())
    columnY = Int((-Double(angle.sine) * scale).rounded())
    let (x, y) = (0.5 - Double(center.x), 0.5 - Double(center.y))
    let (sine, cosine) = (Double(angle.sine), Double(angle.cosine))
    startX = Int(((x * cosine + y * sine) * scale + Double(originX) * Self.one).rounded())
    startY = Int(((y * cosine - x * sine) * scale + Double(originY) * Self.one).rounded())
  }

  /// The sample coordinates of a pixel's centre.
  func place(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
    // A row is a column turned by a right angle.
    (
      startX &+ column &* columnX &- row &* columnY,
      startY &+ column &* columnY &+ row &* columnX
    )
  }

  /// The columns whose four nearest samples are all there.
  func columns(_ row: Int, within columns: Range<Int>, of size: PixelSize) -> Range<Int> {
    let start = place(0, row)
    var (first, end) = (columns.lowerBound, columns.upperBound)
    Self.narrow(&first, &end, start.x, columnX, limit: size.width - 1)
    Self.narrow(&first, &end, start.y, columnY, limit: size.height - 1)
    return first..<max(first, end)
  }

  /// Keeps the columns for which 0 ≤ start + column · step < limit.
  private static func narrow(
    _ first: inout Int, _ end: inout Int, _ start: Int, _ step: Int, limit: Int
  ) {
    let limit = limit << 32
    if step == 0 {
      if start < 0 || start >= limit { end = first }
    } else if step > 0 {
      first = max(first, ceiling(-start, step))
      end = min(end, ceiling(limit - start, step))
    } else {
      // start − column · |step|: the other way round.
      first = max(first, floor(start - limit, -step) + 1)
      end = min(end, floor(start, -step) + 1)
    }
  }

  /// For a positive divisor.
  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }

  private static func ceiling(_ number: Int, _ divisor: Int) -> Int {
    -floor(-number, divisor)
  }
}

extension Image {
  /// A part, which must not be empty and lie within.
  func cropped(to part: PixelRect) -> Image {
    let part = part.intersection(size.bounds)
    guard !part.isEmpty else {
      return Image(size: PixelSize(width: 1, height: 1), trusted: [0])
    }
    let cropped = (part.y..<part.maxY).flatMap { y in
      pixels[(y * size.width + part.x)..<(y * size.width + part.maxX)]
    }
    return Image(size: PixelSize(width: part.width, height: part.height), trusted: cropped)
  }
}
