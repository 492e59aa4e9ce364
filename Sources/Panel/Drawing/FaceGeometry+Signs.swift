import Gesture
import Raster

/// The places of what a knob shows for a while: marks on its ring, and a sign below its value.
extension FaceGeometry {
  /// The lit ring, stretched beyond its end as rubber is: thinner than the ring.
  var stretchedRing: Ring {
    Ring(center: center, radius: ring.radius, width: max(ring.width * 0.55, 2))
  }

  /// A dot on the ring; its surround keeps it apart from what is lit.
  func ghost(at angle: Direction, isSurround: Bool) -> Capsule {
    let place = center.moved(by: ring.radius, at: angle)
    let dot = max(ring.width * 0.7, 3)
    return Capsule(
      from: place, to: place, width: isSurround ? dot + max(ring.width * 0.6, 2) : dot)
  }

  /// A line between the cap and the ring.
  func origin(at angle: Direction) -> Capsule {
    let (inner, outer): (Float, Float) = isLarge ? (0.815, 0.865) : (0.81, 0.87)
    return Capsule(
      from: center.moved(by: radius * inner, at: angle),
      to: center.moved(by: radius * outer, at: angle),
      width: max(radius * (isLarge ? 0.014 : 0.026), 1.2))
  }

  /// Where the middle of a sign stands, below the centre.
  var signDrop: Float { radius * (isLarge ? 0.475 : 0.46) }
  var signSize: Float { isLarge ? max(radius * 0.104, 11) : max(radius * 0.24, 9) }

  /// A closed padlock, its body made of two strokes that overlap.
  var padlock: (shackle: Arc, body: [2 of Capsule]) {
    let width = max(radius * (isLarge ? 0.105 : 0.2), 6)
    let (height, x) = (width * 0.76, center.x)
    // On whole pixels, so that its straight edges are sharp.
    let top = (center.y + signDrop - width * 0.14).rounded()
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

  var padlockBounds: PixelRect {
    let body = padlock.body
    let (top, bottom) = (body[0].bounds, body[1].bounds)
    let reach = top.width / 2 + 1
    return top.union(bottom).union(
      PixelRect(x: top.x, y: top.y - reach, width: top.width, height: reach))
  }
}
