/// An image prepared for drawing at any angle about its centre.
///
/// It is stored at twice its drawn size, with each sample the mean over nearly a whole pixel. Such
/// dense and soft samples can be interpolated linearly: the result differs from the mean over each
/// pixel by at most 20/255, at an edge of full contrast, and by 1.3/255 on average, so that a
/// pointer does not shimmer while it turns. At the drawn size, the errors would be 71/255 and
/// 6/255.
public final class TurnedImage: Sendable {
  /// Samples per pixel in each direction.
  fileprivate static let density = 2
  /// The width averaged for each sample, in samples: less than a pixel, because mixing widens it
  /// again.
  private static let reach = 1.6

  /// Cropped to the visible part, with a transparent sample around it.
  fileprivate let samples: Image
  /// The centre of rotation relative to the first sample's centre, in samples.
  fileprivate let originX: Float
  fileprivate let originY: Float
  /// The maximum distance from the centre of a visible sample, or of one mixed with it, in pixels.
  fileprivate let radius: Float

  /// Prepares `image` for drawing at `size` pixels.
  public init(_ image: Image, size: PixelSize) {
    let margin = 2
    let size = PixelSize(width: min(size.width, 8_192), height: min(size.height, 8_192))
    guard size.width > 0, size.height > 0 else {
      samples = Image(size: PixelSize(width: 1, height: 1), trusted: [0])
      (originX, originY, radius) = (0, 0, 0)
      return
    }
    var resampler = Resampler(
      part: image.size.bounds,
      size: PixelSize(width: size.width * Self.density, height: size.height * Self.density))
    resampler.reach = Self.reach
    resampler.margin = margin
    resampler.edge = .transparent
    resampler.averagesLight = false
    let whole = resampler.image(of: image)
    let content = whole.contentBounds
    let part = PixelRect(
      x: content.x - 1, y: content.y - 1, width: content.width + 2, height: content.height + 2
    ).intersection(whole.size.bounds)
    samples = whole.cropped(to: part)
    originX = Float(size.width * Self.density) * 0.5 + Float(margin - part.x) - 0.5
    originY = Float(size.height * Self.density) * 0.5 + Float(margin - part.y) - 0.5
    radius = Self.radius(samples, originX, originY)
  }

  /// The distance of the farthest corner from the centre, in pixels.
  public var reach: Float {
    let x = max(originX, Float(samples.size.width - 1) - originX)
    let y = max(originY, Float(samples.size.height - 1) - originY)
    return (x * x + y * y).squareRoot() / Float(Self.density)
  }

  /// Returns the `radius` of samples that turn about an origin.
  private static func radius(_ samples: Image, _ originX: Float, _ originY: Float) -> Float {
    var farthest: Float = 0
    for y in 0..<samples.size.height {
      let row = samples.pixels[y * samples.size.width..<(y + 1) * samples.size.width]
      guard let first = row.firstIndex(where: { $0 != 0 }),
        let last = row.lastIndex(where: { $0 != 0 })
      else { continue }
      for index in [first, last] {
        let x = Float(index - row.startIndex) - originX
        farthest = max(farthest, x * x + (Float(y) - originY) * (Float(y) - originY))
      }
    }
    return (farthest.squareRoot() + 2) / Float(density)
  }

  /// Adds the pixels that the image may touch, turned about `center`: several rectangles for a
  /// round image, as the box of its corners holds twice as many pixels at some angles.
  public func addBounds(center: PixelPoint, angle: Direction, to damage: inout Damage) {
    let box = bounds(center: center, angle: angle)
    if Float(box.area) > radius * radius * 1.1 * .pi {
      damage.addDisc(center: center, radius: radius)
    } else {
      damage.add(box)
    }
  }

  /// Returns the pixels that the image may touch, turned about `center`.
  public func bounds(center: PixelPoint, angle: Direction) -> PixelRect {
    guard center.isDrawable, angle.radians.isDrawable else { return .empty }
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
}

extension Canvas {
  /// Draws an image turned clockwise about `center`; `opacity` 0…1 multiplies its alpha.
  public func draw(
    _ image: TurnedImage, center: PixelPoint, angle: Direction, opacity: Float = 1
  ) {
    let area = clip.intersection(image.bounds(center: center, angle: angle))
    guard !area.isEmpty, let base else { return }
    if drawInParts(
      of: area, { $0.draw(image, center: center, angle: angle, opacity: opacity) })
    {
      return
    }
    let samples = image.samples
    let walk = SampleWalk(
      center: center, angle: angle, density: TurnedImage.density, originX: image.originX,
      originY: image.originY)
    samples.pixels.withUnsafeBufferPointer { pixels in
      guard let source = pixels.baseAddress else { return }
      let mixing = SampleMixing(
        source: source, stride: samples.size.width, stepX: walk.columnX, stepY: walk.columnY,
        share: FourChannels.share(opacity))
      for y in area.y..<area.maxY {
        let disc = Columns(
          center: center.x, radius: image.radius + 1, height: Float(y) + 0.5 - center.y
        ).clamped(to: Columns(of: area))
        guard !disc.isEmpty else { continue }
        let columns = walk.columns(y, within: Int(disc.start)..<Int(disc.end), of: samples.size)
        guard !columns.isEmpty else { continue }
        let (u, v) = walk.position(columns.lowerBound, y)
        mixing.draw(u, v, over: base + (y * picture.stride + columns.lowerBound), columns.count)
      }
    }
  }
}

extension Image {
  /// Returns a part of the image; an empty part gives one transparent pixel.
  func cropped(to part: PixelRect) -> Image {
    let part = part.intersection(size.bounds)
    guard !part.isEmpty else {
      return Image(size: PixelSize(width: 1, height: 1), trusted: [0])
    }
    let cropped = (part.y..<part.maxY).flatMap { y in
      pixels[(y * size.width + part.x)..<(y * size.width + part.maxX)]
    }
    return Image(size: part.size, trusted: cropped)
  }
}
