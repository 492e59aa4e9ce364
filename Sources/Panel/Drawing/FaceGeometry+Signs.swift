import LayoutFile
import Raster

/// The places of what a knob shows for a while: marks on its ring, and a sign below its value.
extension FaceGeometry {
  /// The lit ring, stretched beyond its end as rubber is: thinner than the ring.
  var stretchedRing: Ring {
    Ring(center: center, radius: ring.radius, width: max(ring.width * 0.55, 2))
  }

  /// Where marks stand that say something about the value.
  private var markRadius: Float {
    if anatomy.hasRing { return ring.radius }
    return anatomy.ticks.shape == .dot ? radius * anatomy.ticks.major.inner : radius * gapMiddle
  }

  /// A dot on the ring; its surround keeps it apart from what is lit.
  func ghost(at angle: Direction, isSurround: Bool) -> Capsule {
    let place = center.moved(by: markRadius, at: angle)
    let width = min(ring.width, radius * 0.1)
    let dot = max(width * 0.7, 3)
    return Capsule(
      from: place, to: place, width: isSurround ? dot + max(width * 0.6, 2) : dot)
  }

  /// The space between what stands inside and what stands around it.
  private var gap: ClosedRange<Float> {
    let ticks = anatomy.ticks
    let outer =
      anatomy.hasRing
      ? anatomy.track.radius - anatomy.track.width * 0.5
      : ticks.shape == .none ? 1 : ticks.major.inner - ticks.major.width * 0.5
    let inner = anatomy.cap.shape == .none ? outer - 0.1 : anatomy.edge
    return min(inner, outer)...outer
  }

  private var gapMiddle: Float { (gap.lowerBound + gap.upperBound) * 0.5 }

  /// A line between the cap and the ring.
  func origin(at angle: Direction) -> Capsule {
    let length = min(max((gap.upperBound - gap.lowerBound) * 0.22, 0.018), 0.03)
    return Capsule(
      from: point(gapMiddle - length, angle), to: point(gapMiddle + length, angle),
      width: max(radius * 0.016, 1.4))
  }

  /// A dot between the cap and the ring.
  func detent(at angle: Direction) -> Capsule {
    let place = point(gapMiddle, angle)
    return Capsule(from: place, to: place, width: max(radius * anatomy.detent, 2.5))
  }

  /// Where padlock and gear stand: below a value on the cap, and left of one below the knob.
  var signMiddle: PixelPoint {
    anatomy.lettering.value == .below
      ? PixelPoint(x: center.x - radius * 0.5, y: center.y + valueDrop)
      : PixelPoint(x: center.x, y: center.y + radius * anatomy.lettering.signDrop)
  }
  var signSize: Float { max(radius * anatomy.lettering.signSize, 9) }

  /// Whether a pointer that goes all the way round comes over a place.
  func isInPointersWay(_ place: PixelRect) -> Bool {
    let pointer = anatomy.pointer
    let tip = pointer.shape == .triangle ? 0.5 : max(radius * pointer.width, 1.5) * 0.5 + 0.5
    let near = radius * pointer.inner - tip
    let far = radius * pointer.outer + tip
    let (left, right) = (Float(place.x) - center.x, Float(place.maxX) - center.x)
    let (top, bottom) = (Float(place.y) - center.y, Float(place.maxY) - center.y)
    func length(_ x: Float, _ y: Float) -> Float { (x * x + y * y).squareRoot() }
    let farthest = length(max(abs(left), abs(right)), max(abs(top), abs(bottom)))
    let nearest = length(max(left, -right, 0), max(top, -bottom, 0))
    return pointer.shape != .none && farthest >= near && nearest <= far
  }

  /// A closed padlock, its body made of two strokes that overlap.
  var padlock: (shackle: Arc, body: [2 of Capsule]) {
    let width = max(signSize * 0.95, 6)
    let (height, x) = (width * 0.76, signMiddle.x)
    // On whole pixels, so that its straight edges are sharp.
    let top = (signMiddle.y - width * 0.14).rounded()
    let pen = height * 0.62
    func stroke(_ y: Float) -> Capsule {
      Capsule(
        from: PixelPoint(x: x - (width - pen) * 0.5, y: y),
        to: PixelPoint(x: x + (width - pen) * 0.5, y: y), width: pen)
    }
    let bow = Ring(
      center: PixelPoint(x: x, y: top - width * 0.06), radius: width * 0.29,
      width: max(width * 0.15, 1))
    return (
      Arc(ring: bow, from: Direction(degrees: -105), to: Direction(degrees: 105)),
      [stroke(top + pen * 0.5), stroke(top + height - pen * 0.5)]
    )
  }

  /// A loudspeaker that is struck through, in the value's place, and what keeps the stroke apart.
  var muteSign: (box: Capsule, horn: Triangle, space: Capsule, stroke: Capsule) {
    let size = max(valueSize * 0.82, 9)
    let (x, y) = (center.x, (center.y + valueDrop).rounded())
    let box = Capsule(
      from: PixelPoint(x: x - size * 0.34, y: y), to: PixelPoint(x: x - size * 0.1, y: y),
      width: size * 0.34)
    let horn = Triangle(
      PixelPoint(x: x - size * 0.4, y: y), PixelPoint(x: x + size * 0.16, y: y - size * 0.46),
      PixelPoint(x: x + size * 0.16, y: y + size * 0.46))
    let stroke = Capsule(
      from: PixelPoint(x: x + size * 0.48, y: y - size * 0.42),
      to: PixelPoint(x: x - size * 0.48, y: y + size * 0.42), width: max(size * 0.11, 1.4))
    let space = Capsule(from: stroke.start, to: stroke.end, width: stroke.width * 2.6)
    return (box, horn, space, stroke)
  }

  /// What the padlock touches.
  var padlockBounds: PixelRect {
    let body = padlock.body
    let (top, bottom) = (body[0].bounds, body[1].bounds)
    let reach = top.width / 2 + 1
    return top.union(bottom).union(
      PixelRect(x: top.x, y: top.y - reach, width: top.width, height: reach))
  }

  /// What the mute sign touches.
  var muteBounds: PixelRect {
    let sign = muteSign
    return sign.box.bounds.union(sign.horn.bounds).union(sign.space.bounds)
  }

  /// What words and signs beside the value may touch, however long.
  var signBounds: PixelRect {
    let reach = signSize * 1.5 + 2
    let (x, y) = (signMiddle.x - reach, signMiddle.y - signSize - 2)
    return PixelRect(
      x: Int(x.rounded(.down)), y: Int(y.rounded(.down)), width: Int(reach * 2) + 2,
      height: Int(signSize * 2) + 5
    ).union(padlockBounds).union(muteBounds)
  }
}
