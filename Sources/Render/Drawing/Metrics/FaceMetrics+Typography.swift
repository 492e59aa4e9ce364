import Layout
import Raster

extension FaceMetrics {
  /// The sizes, weights and positions of texts; offsets are downward from the centre.
  struct Typography: Sendable {
    typealias Place = KnobStyle.Place

    var value = Place.inside
    var valueSize: Float = 0.47
    var valueWeight = TextStyle.Weight.light
    /// The maximum width of the value.
    var valueWidth: Float = 1.04
    /// The offset of the digits' middle.
    var valueOffset: Float = -0.04
    var unitSize: Float = 0.17
    var unitWeight = TextStyle.Weight.light
    var name = Place.inside
    var nameSize: Float = 0.104
    /// The size before it was enlarged to be legible, to which long names may return.
    var ownNameSize: Float = 0.104
    var nameWeight = TextStyle.Weight.regular
    var nameWidth: Float = 1.02
    /// The offset of the baseline of a name inside.
    var nameOffset: Float = 0.34
    /// The offset of the middle of gear and padlock, if the value is inside.
    var indicatorOffset: Float = 0.475
    var indicatorSize: Float = 0.104

    /// Scales the texts inside a cap that is made smaller.
    mutating func scaleInside(by factor: Float) {
      valueSize *= factor
      valueWidth *= factor
      unitSize *= factor
      indicatorOffset *= factor
      indicatorSize *= factor
      guard name == .inside else { return }
      nameOffset *= factor
      nameSize *= factor
      nameWidth *= factor
    }
  }

  /// The upper limits for a theme's units and names that are enlarged to be legible, as fractions
  /// of the radius.
  private static let (largestUnit, largestNameInside, largestNameBelow): (Float, Float, Float) = (
    0.24, 0.16, 0.34
  )

  /// Applies a style's sizes to texts, and the panel's scale to all of them.
  ///
  /// - Parameters:
  ///   - style: A layout's style.
  ///   - scale: A factor for the theme's own sizes and the style's.
  ///   - smallest: The smallest size of names and units where there is room, in design pixels.
  ///   - radius: The knob's radius in design pixels, the unit of the style's sizes.
  ///   - hasSectors: Whether the ticks are labelled with a few positions instead of many numbers.
  mutating func sizeTexts(
    _ style: KnobStyle, scale: Double, smallest: Double, radius: Double, hasSectors: Bool
  ) {
    let smallest = Float(smallest / max(radius, 1))
    if typography.value == .inside {
      typography.unitSize = max(typography.unitSize, min(smallest, Self.largestUnit))
    }
    if let size = style.value.size {
      let own = typography.valueSize
      typography.valueSize = Float(size / radius)
      typography.unitSize *= typography.valueSize / max(own, 0.01)
    }
    typography.ownNameSize = style.name.size.map { Float($0 / radius) } ?? typography.nameSize
    let largestName = typography.name == .inside ? Self.largestNameInside : Self.largestNameBelow
    typography.nameSize =
      style.name.size.map { Float($0 / radius) }
      ?? max(typography.nameSize, min(smallest, largestName))
    if let size = style.ticks.labelSize {
      ticks.labelSize = Float(size / radius)
    } else if hasSectors {
      ticks.labelSize = max(
        ticks.labelSize, min(Ticks.positionSize / Float(radius), Ticks.largestPositionSize))
    }
    let scale = Float(scale)
    typography.valueSize *= scale
    typography.unitSize *= scale
    typography.nameSize *= scale
    typography.ownNameSize *= scale
    ticks.labelSize *= scale
  }

  /// Moves value and name to a style's positions, and sizes them for those.
  mutating func place(value: Typography.Place?, name: Typography.Place?, isLarge: Bool) {
    if let value, value != typography.value {
      if value == .below {
        typography.valueSize = isLarge ? 0.17 : 0.26
        typography.unitSize = isLarge ? 0.12 : 0.2
        typography.valueWeight = .semiBold
        typography.valueWidth = 1.2
      } else if value == .inside, typography.value == .below {
        typography.valueSize = edge * (cap.shape == .skirt ? 0.4 : 0.6)
        typography.unitSize = edge * 0.24
        typography.valueWidth = edge * 1.3
      }
      typography.value = value
    }
    if let name, name != typography.name {
      typography.nameSize = name == .inside ? (isLarge ? 0.104 : 0.19) : (isLarge ? 0.13 : 0.28)
      typography.nameWidth = name == .inside ? edge * 1.25 : 2.45
      typography.nameOffset = isLarge ? 0.34 : 0.47
      typography.name = name
    }
    if typography.value != .inside, typography.name == .inside {
      // Without a value, the name is in the middle.
      typography.nameSize = isLarge ? 0.15 : 0.24
      typography.nameOffset = typography.nameSize * 0.36
    }
    if typography.value != .inside, name != nil || value != nil, cap.shape != .skirt {
      typography.indicatorOffset = typography.name == .inside ? 0.34 : 0
    } else if typography.value == .inside, typography.name == .inside, !isLarge {
      typography.valueOffset = -0.08
      typography.indicatorOffset = 0.36
    }
  }
}
