import Knobs
import LayoutFile
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

  /// The part of the sweep over which the lit ring changes its colour.
  static let gradientPart = 0.8

  let geometry: FaceGeometry
  let travel: DrawnTravel
  let marks: [Mark]
  let theme: Theme
  let withdrawn: Theme
  let name: DrawnText?
  /// From the largest to the smallest, for texts of growing length.
  let types: [ValueType]
  let units: [TextMask?]
  let gearType: ValueType
  /// Everything the knob may ever touch.
  let bounds: PixelRect

  init(_ knob: KnobLayout, _ viewport: Viewport, _ theme: Theme, _ texts: FaceTexts) {
    let geometry = FaceGeometry(knob, viewport)
    let travel = DrawnTravel(knob.travel)
    self.geometry = geometry
    self.travel = travel
    self.theme = theme
    withdrawn = theme.withdrawn
    marks =
      geometry.isLarge
      ? travel.marks(of: knob.scale).map { mark in
        let angle = Direction(degrees: travel.degrees(at: mark.position))
        return Mark(
          position: mark.position, shape: Stamp(geometry.tick(at: angle, isMajor: mark.isMajor)),
          opacity: mark.isMajor ? 1 : 0.75)
      } : []
    name = texts.name(of: knob, geometry)
    types = texts.types(geometry)
    gearType = texts.gearType(geometry)
    units = types.map { texts.unit(knob.unit, geometry, $0) }
    bounds = geometry.bounds.union(name?.bounds ?? geometry.bounds)
  }

  func theme(_ state: KnobAppearance.State) -> Theme {
    state == .normal ? theme : withdrawn
  }

  /// Draws what does not move.
  func drawStill(on canvas: Canvas, _ state: KnobAppearance.State) {
    let theme = theme(state)
    canvas.fill(geometry.shadow, with: .solid(theme.shadow))
    drawTrack(on: canvas, theme)
    for mark in marks {
      canvas.fill(mark.shape, with: theme.tick.opacity(mark.opacity))
    }
    drawCap(on: canvas, theme)
    let inks = geometry.isLarge ? theme.onCap : theme.onBackground
    name?.draw(on: canvas, inks.dim, contrast: inks.contrast)
  }

  private func drawTrack(on canvas: Canvas, _ theme: Theme) {
    if !travel.sectors.isEmpty {
      for index in travel.sectors.indices {
        canvas.fill(sector(index), with: .solid(theme.track))
      }
    } else if travel.isClosed {
      canvas.fill(geometry.ring, with: .solid(theme.track))
    } else {
      canvas.fill(
        Arc(
          ring: geometry.ring, from: Direction(degrees: travel.from),
          to: Direction(degrees: travel.to)),
        with: .solid(theme.track))
    }
  }

  private func drawCap(on canvas: Canvas, _ theme: Theme) {
    let (center, cap, dish) = (geometry.center, geometry.cap, geometry.dish)
    let face = vertical(theme.cap, center.y, cap.radius)
    canvas.fill(cap, with: theme.shimmer > 0 ? .metal(metal(face, theme.shimmer)) : .linear(face))
    // Light from above, gone at 60 % of the height.
    canvas.fill(
      geometry.rim,
      with: .linear(
        LinearGradient(
          top: center.y - cap.radius, theme.rim, bottom: center.y + cap.radius * 0.2,
          theme.rim.opacity(0))))
    guard geometry.isLarge else { return }
    let hollow = vertical(theme.dish, center.y, dish.radius)
    canvas.fill(
      dish, with: theme.shimmer > 0 ? .metal(metal(hollow, theme.shimmer * 0.3)) : .linear(hollow))
    canvas.fill(
      geometry.dishEdge, with: .linear(vertical(theme.dishEdge, center.y, dish.radius)))
  }

  private func vertical(_ colors: Theme.Gradient, _ middle: Float, _ radius: Float)
    -> LinearGradient
  {
    LinearGradient(
      top: middle - radius, colors.first, bottom: middle + radius, colors.last)
  }

  private func metal(_ ground: LinearGradient, _ strength: Float) -> BrushedMetal {
    BrushedMetal(
      center: geometry.center, ground: ground, light: Direction(degrees: -38), strength: strength)
  }

  /// The part of the ring that stands for one of a wheel's sectors.
  func sector(_ index: Int) -> Arc {
    let width = 360 / Double(travel.sectors.count)
    let middle = width * Double(index)
    // Round ends and a space of the ring's width between them.
    let space = Double(geometry.ring.width / geometry.ring.radius) * 180 / .pi
    let half = max(width * 0.5 - space, 0.2)
    return Arc(
      ring: geometry.ring, from: Direction(degrees: middle - half),
      to: Direction(degrees: middle + half))
  }
}
