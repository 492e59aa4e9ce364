internal import Glibc
import Gesture
import LayoutFile
import Raster

/// Where the parts of a knob's face lie, in picture pixels.
///
/// Everything is a fraction of the diameter, but for what the eye needs at least: lines of a pixel,
/// letters of eleven.
struct FaceGeometry {
  let center: PixelPoint
  /// Half the knob's diameter; ticks and shadow reach beyond it.
  let radius: Float
  /// Large knobs have ticks, a dish and their name inside.
  let isLarge: Bool

  let ring: Ring
  let cap: Disc
  let dish: Disc
  let shadow: SoftDisc
  let glow: SoftDisc
  /// The cap's edge where the light falls on it.
  let rim: Ring
  let dishEdge: Ring

  init(_ knob: KnobLayout, _ viewport: Viewport) {
    let place = viewport.picturePoint(knob.center)
    center = PixelPoint(x: Float(place.x), y: Float(place.y))
    let diameter = Float(knob.diameter * min(viewport.scaleX, viewport.scaleY))
    let radius = diameter * 0.5
    self.radius = radius
    isLarge = min(Float(knob.diameter), diameter) >= 180
    let width = max(diameter * (isLarge ? 0.034 : 0.05), 1.5)
    ring = Ring(center: center, radius: radius * 0.93, width: width)
    cap = Disc(center: center, radius: radius * 0.78)
    dish = Disc(center: center, radius: cap.radius * 0.8)
    shadow = SoftDisc(
      center: PixelPoint(x: center.x, y: center.y + radius * 0.07), radius: radius * 0.79,
      blur: radius * 0.13)
    glow = SoftDisc(
      center: center, radius: radius * 0.87, blur: radius * 0.14, hole: cap.radius + 0.5)
    let line = max(diameter * 0.005, 1)
    rim = Ring(center: center, radius: cap.radius - line * 0.5, width: line)
    dishEdge = Ring(center: center, radius: dish.radius, width: max(diameter * 0.004, 1))
  }

  /// From the middle of the dish's edge to near the cap's.
  func pointer(at angle: Direction) -> Capsule {
    let (inner, outer, width): (Float, Float, Float) =
      isLarge ? (0.665, 0.735, 0.042) : (0.5, 0.67, 0.066)
    return Capsule(
      from: center.moved(by: radius * inner, at: angle),
      to: center.moved(by: radius * outer, at: angle), width: max(radius * width, 1.5))
  }

  func tick(at angle: Direction, isMajor: Bool) -> Capsule {
    let (inner, outer, width): (Float, Float, Float) =
      isMajor ? (1.024, 1.072, 0.0115) : (1.038, 1.062, 0.0075)
    return Capsule(
      from: center.moved(by: radius * inner, at: angle),
      to: center.moved(by: radius * outer, at: angle), width: max(radius * width, 1))
  }

  // Text sizes and places.
  var valueSize: Float { isLarge ? radius * 0.47 : max(radius * 0.48, min(11, radius * 0.6)) }
  var unitSize: Float { isLarge ? radius * 0.17 : max(radius * 0.24, min(9, radius * 0.4)) }
  var nameSize: Float { isLarge ? max(radius * 0.104, 11) : max(radius * 0.28, 11) }
  /// Widest text in the middle.
  var valueWidth: Float { radius * (isLarge ? 1.0 : 1.12) }
  var nameWidth: Float { radius * (isLarge ? 1.02 : 2.45) }
  /// Where the middle of the value's figures stands, below the centre.
  var valueDrop: Float { isLarge ? radius * -0.04 : 0 }
  /// Of the name's baseline, below the centre.
  var nameDrop: Float { isLarge ? radius * 0.34 : radius + nameSize * 1.12 }

  /// All that the face without its name may touch.
  var bounds: PixelRect {
    let reach = max(radius * 1.09, glow.radius + glow.blur) + 2
    let left = Int((center.x - reach).rounded(.down))
    let top = Int((center.y - reach).rounded(.down))
    let size = Int((reach * 2).rounded(.up)) + 1
    return PixelRect(x: left, y: top, width: size, height: size).union(shadow.bounds)
  }
}
