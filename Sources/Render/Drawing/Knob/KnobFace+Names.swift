import Gesture
import Layout
import Raster

extension KnobFace {
  /// Returns the names of the sectors around a wheel or a switch, in a theme without labels at its
  /// ticks; none unless there is room for all of them.
  static func sectorNames(
    _ knob: KnobLayout, _ travel: DrawnTravel, _ geometry: FaceGeometry, _ texts: FaceTexts,
    _ neighbours: Neighbours
  ) -> [DrawnText] {
    guard knob.showsSectorNames else { return [] }
    let names = travel.sectors.enumerated().map { index, name in
      texts.outerLabel(name, at: Direction(degrees: travel.degrees(ofSector: index)), geometry)
    }
    let scale = Double(geometry.radius) / (knob.diameter / 2)
    var own = texts.name(of: knob, geometry).map(\.bounds)
    if geometry.metrics.typography.value == .below {
      let size = geometry.valueSize
      own.append(
        PixelRect(
          x: Int(geometry.center.x - geometry.valueWidth * 0.5),
          y: Int(geometry.center.y + geometry.valueOffset - size * 0.6),
          width: Int(geometry.valueWidth), height: Int(size * 1.2)))
    }
    let areApart = Overlaps.indices(of: names.map(\.bounds) + own).allSatisfy { $0.count == 1 }
    guard areApart else { return [] }
    let boxes = names.map { name in
      let bounds = name.bounds
      func x(_ pixel: Int) -> Double {
        knob.center.x + (Double(pixel) - Double(geometry.center.x)) / scale
      }
      func y(_ pixel: Int) -> Double {
        knob.center.y + (Double(pixel) - Double(geometry.center.y)) / scale
      }
      return Neighbours.Box(
        left: x(bounds.x), top: y(bounds.y), right: x(bounds.maxX), bottom: y(bounds.maxY))
    }
    return neighbours.haveRoom(around: knob, for: boxes) ? names : []
  }
}

extension KnobLayout {
  /// Whether the names of its sectors are shown, apart from the chosen one.
  var showsSectorNames: Bool {
    sectors != nil && look.ticks.hasLabels ?? true && look.ticks.isShown ?? true
  }
}

extension FaceTexts {
  /// Returns a text outside everything that is drawn around a knob.
  fileprivate func outerLabel(
    _ text: String, at angle: Direction, _ geometry: FaceGeometry
  ) -> DrawnText {
    let style = style(.medium, geometry.labelSize)
    let mask = typesetter.mask(for: text, style: style)
    let height = typesetter.capHeight(of: style)
    // The nearest point of the text's box touches the circle.
    let support = abs(angle.sine) * mask.advance * 0.5 + abs(angle.cosine) * height * 0.5
    let middle = geometry.center.moved(
      by: geometry.outerRadius + geometry.labelSize * 0.5 + support, at: angle)
    return DrawnText(
      mask: mask,
      origin: PixelPoint(
        x: (middle.x - mask.advance * 0.5).rounded(), y: (middle.y + height * 0.5).rounded()))
  }
}

extension FaceGeometry {
  /// The distance from the centre to the outermost ring, tick or edge.
  fileprivate var outerRadius: Float {
    let ring = metrics.hasRing ? metrics.track.radius + metrics.track.width * 0.5 : 0
    let ticks = metrics.ticks.shape == .none ? 0 : metrics.ticks.major.outer
    return radius * max(ring, ticks, metrics.edge)
  }
}
