import Gesture
import Knobs
import Layout
import Panel
import Raster

/// How one knob is drawn: its places, colours and words, all that stays the same while it turns.
final class KnobFace {
  /// A tick on the scale.
  struct Mark {
    var position: Double
    var shape: Stamp
    /// Short ones are weaker.
    var opacity: Float
  }

  let geometry: FaceGeometry
  let travel: DrawnTravel
  let marks: [Mark]
  let labels: [DrawnText]
  /// Where it is drawn to, or goes by default.
  let detents: [Capsule]
  let style: FaceStyle
  let withdrawn: FaceStyle
  let colors: LitColors
  let withdrawnColors: LitColors
  let name: DrawnText?
  /// The name in the value's place; nil if the value stays there.
  let plate: DrawnValue?
  /// From the largest to the smallest, for texts of growing length.
  let types: [ValueType]
  let units: [TextMask?]
  let gearType: ValueType
  let signs: SignPlaces
  /// Everything the knob may ever touch.
  let bounds: PixelRect

  init(_ knob: KnobLayout, _ viewport: Viewport, _ theme: Theme, _ texts: FaceTexts) {
    let scale = min(viewport.scaleX, viewport.scaleY)
    let diameter = Float(knob.diameter * scale)
    let isLarge = min(Float(knob.diameter), diameter) >= FaceGeometry.largeDiameter
    let place = viewport.picturePoint(knob.center)
    let travel = DrawnTravel(knob.travel)
    let style = FaceStyle(theme, knob, isLarge: isLarge)
    let geometry = FaceGeometry(
      center: PixelPoint(x: Float(place.x), y: Float(place.y)), radius: diameter * 0.5,
      style.metrics, hasGapBelow: travel.hasGapBelow)
    self.geometry = geometry
    self.travel = travel
    self.style = style
    withdrawn = style.withdrawn
    colors = LitColors(style)
    withdrawnColors = LitColors(withdrawn)
    let ticks = style.metrics.ticks
    let marks =
      geometry.showsTicks(isSector: !travel.sectors.isEmpty)
      ? TickMarks(
        travel: travel, scale: knob.scale, format: knob.format, ticks: ticks,
        look: knob.look.ticks
      ).marks : []
    self.marks = marks.map { mark in
      Mark(
        position: mark.position,
        shape: Stamp(
          geometry.tick(
            at: Direction(degrees: travel.degrees(at: mark.position)), isMajor: mark.isMajor)),
        opacity: mark.isMajor ? 1 : ticks.minorOpacity)
    }
    labels = KnobFace.thinned(
      marks.compactMap { mark in
        mark.label.map {
          texts.label($0, at: Direction(degrees: travel.degrees(at: mark.position)), geometry)
        }
      })
    detents = knob.detentValues.map {
      geometry.detent(
        at: Direction(degrees: travel.degrees(at: knob.scale.position(ofValue: $0))))
    }
    let name = knob.look.swapMicroseconds == nil ? texts.name(of: knob, geometry) : nil
    self.name = name
    plate =
      knob.look.swapMicroseconds == nil || knob.name?.isEmpty != false
      ? nil : knob.name.map { texts.plate($0, geometry) }
    types = texts.types(geometry)
    let signs = geometry.signs
    self.signs = signs
    gearType = texts.gearType(size: signs.size)
    units = types.map { texts.unit(knob.unit, geometry, $0) }
    bounds = labels.map(\.bounds).reduce(
      geometry.bounds.union(signs.bounds).union(name?.bounds ?? geometry.bounds)
    ) { $0.union($1) }
  }

  /// Every label, every other one, every fifth …: as many as do not touch each other.
  private static func thinned(_ labels: [DrawnText]) -> [DrawnText] {
    for step in [1, 2, 5, 10, 20, 50] where step < max(labels.count, 2) {
      let kept = stride(from: 0, to: labels.count, by: step).map { labels[$0] }
      if Neighbours.of(kept.map { $0.bounds.grown(by: 2) }).allSatisfy({ $0.count == 1 }) {
        return kept
      }
    }
    return []
  }

  func style(_ state: KnobViewState.State) -> FaceStyle {
    state == .normal ? style : withdrawn
  }
}

extension KnobLayout {
  /// The values that have a dot.
  fileprivate var detentValues: [Double] {
    guard look.hasDetents ?? true else { return [] }
    if case .sectors = travel { return [] }
    return magnets.map(\.value) + (defaultValue.map { [$0] } ?? [])
  }
}

extension PixelRect {
  fileprivate func grown(by margin: Int) -> PixelRect {
    PixelRect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

/// The colours of what is lit: as it is, in somebody's hand, and while it does nothing.
struct LitColors {
  let normal: ColorRamp
  let held: ColorRamp
  /// Locked or muted: the colour is nearly gone.
  let quiet: ColorRamp

  init(_ style: FaceStyle) {
    let ground =
      style.metrics.track.style == .solid ? style.palette.track : style.palette.tick
    normal = style.lit
    held = style.lit.mapped { style.material.emphasis.over($0) }
    quiet = style.lit.mapped { $0.mixed(with: ground, 0.6) }
  }
}
