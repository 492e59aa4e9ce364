import Layout
import Raster

/// The colours of lit parts for each lighting of the knob.
struct LitColors {
  let normal: LitColor
  let held: LitColor
  /// Nearly colourless, for a locked or muted knob.
  let quiet: LitColor

  init(
    _ lit: ColorRamp, _ style: FaceStyle, _ travel: DrawnTravel, _ geometry: FaceGeometry
  ) {
    let background =
      style.metrics.track.style == .solid ? style.palette.track : style.palette.tick
    func color(_ ramp: ColorRamp) -> LitColor { LitColor(ramp, travel, geometry.ring) }
    normal = color(lit)
    held = color(lit.mapped { style.material.emphasis.over($0) })
    quiet = color(lit.mapped { $0.mixed(with: background, 0.6) })
  }

  subscript(_ lighting: Lighting) -> LitColor {
    lighting.isQuiet ? quiet : lighting.isHeld ? held : normal
  }
}

/// The colours of lit parts along the sweep, for one lighting.
///
/// A class, because ramps and paints are too large to copy for each rectangle drawn.
final class LitColor {
  let ramp: ColorRamp
  private let travel: DrawnTravel
  private let ring: Ring
  /// The paint of the ring in the first lap.
  private let firstLap: Paint

  init(_ ramp: ColorRamp, _ travel: DrawnTravel, _ ring: Ring) {
    self.ramp = ramp
    self.travel = travel
    self.ring = ring
    firstLap = LitColor.paint(ramp, lap: 0, travel, ring)
  }

  /// Returns the paint of the lit part of the ring after a number of full turns.
  func paint(lap: Int) -> Paint {
    lap == 0 ? firstLap : LitColor.paint(ramp, lap: lap, travel, ring)
  }

  /// Returns a paint that is fixed to the ring, not to the value, so that turning changes only the
  /// end.
  private static func paint(
    _ ramp: ColorRamp, lap: Int, _ travel: DrawnTravel, _ ring: Ring
  ) -> Paint {
    if ramp.changes == 0 { return .solid(ramp.first) }
    // On a closed ring, the two colours meet behind the start's round end.
    let space = travel.isClosed ? Double(ring.width / ring.radius) * 60 : 0
    let whole = travel.to - travel.from
    let sweep = min(max(whole, -360), 360)
    let start = travel.from + (sweep < 0 ? space : -space)
    let (from, to) = (Direction(degrees: start), Direction(degrees: start + sweep))
    if ramp.hasMultipleChanges {
      let part = abs(sweep) / max(abs(whole), 1)
      let first = Float(part * Double(lap))
      return .ramp(
        AngularRamp(
          center: ring.center, from: from, to: to, ramp,
          positions: first...(first + Float(part)), radius: ring.radius))
    }
    return .angular(
      AngularGradient(
        center: ring.center, from: from, ramp.first, to: to, ramp.last,
        part: FaceStyle.gradientPart))
  }
}
