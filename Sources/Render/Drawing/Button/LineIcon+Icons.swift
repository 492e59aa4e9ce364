import Layout
import Raster

/// The icons, in fractions of their width and height from the centre.
extension LineIcon {
  /// Adds the strokes and arcs of an icon.
  ///
  /// - Parameters:
  ///   - icon: The icon to add.
  ///   - isCrossedOut: Whether a loudspeaker is crossed out while the button is on.
  mutating func add(_ icon: ButtonLayout.Icon, isCrossedOut: Bool) {
    switch icon {
    case .speaker: addSpeaker(isCrossedOut: isCrossedOut)
    case .power:
      addArc(0, 0.03, radius: 0.39, from: 38, to: 322)
      addLine([(0, -0.46), (0, -0.04)])
    case .reset:
      addArc(0, 0.03, radius: 0.38, from: -62, to: 262)
      addLine([(-0.35, -0.43), (-0.35, -0.16), (-0.08, -0.16)])
    case .left: addLine([(0.12, -0.3), (-0.16, 0), (0.12, 0.3)])
    case .right: addLine([(-0.12, -0.3), (0.16, 0), (-0.12, 0.3)])
    case .up: addLine([(-0.3, 0.12), (0, -0.16), (0.3, 0.12)])
    case .down: addLine([(-0.3, -0.12), (0, 0.16), (0.3, -0.12)])
    case .play: addOutline([(-0.25, -0.37), (0.39, 0), (-0.25, 0.37)])
    case .pause:
      addOutline([(-0.32, -0.35), (-0.12, -0.35), (-0.12, 0.35), (-0.32, 0.35)])
      addOutline([(0.12, -0.35), (0.32, -0.35), (0.32, 0.35), (0.12, 0.35)])
    case .stop: addOutline([(-0.32, -0.32), (0.32, -0.32), (0.32, 0.32), (-0.32, 0.32)])
    case .record:
      addCircle(0, 0, radius: 0.4)
      addDot(0, 0, width: 0.36)
    case .previous:
      addOutline([(0.36, -0.34), (-0.18, 0), (0.36, 0.34)])
      addLine([(-0.36, -0.34), (-0.36, 0.34)])
    case .next:
      addOutline([(-0.36, -0.34), (0.18, 0), (-0.36, 0.34)])
      addLine([(0.36, -0.34), (0.36, 0.34)])
    case .plus:
      addLine([(-0.34, 0), (0.34, 0)])
      addLine([(0, -0.34), (0, 0.34)])
    case .minus: addLine([(-0.34, 0), (0.34, 0)])
    case .check: addLine([(-0.36, 0.03), (-0.1, 0.28), (0.37, -0.25)])
    case .cross:
      addLine([(-0.28, -0.28), (0.28, 0.28)])
      addLine([(-0.28, 0.28), (0.28, -0.28)])
    case .menu:
      for y: Float in [-0.26, 0, 0.26] { addLine([(-0.36, y), (0.36, y)]) }
    case .settings:
      for (y, x): (Float, Float) in [(-0.27, 0.14), (0, -0.16), (0.27, 0.08)] {
        addLine([(-0.42, y), (x - 0.1, y)])
        addCircle(x, y, radius: 0.1)
        addLine([(x + 0.1, y), (0.42, y)])
      }
    case .info:
      addCircle(0, 0, radius: 0.4)
      addLine([(0, -0.01), (0, 0.2)])
      addDot(0, -0.19, width: 0.11)
    case .home:
      addLine([(-0.43, -0.02), (0, -0.4), (0.43, -0.02)])
      addLine([(-0.3, -0.12), (-0.3, 0.39), (0.3, 0.39), (0.3, -0.12)])
      addLine([(-0.1, 0.38), (-0.1, 0.12), (0.1, 0.12), (0.1, 0.38)])
    case .lock: addLock(isOpen: false)
    case .unlock: addLock(isOpen: true)
    case .light:
      addArc(0, -0.1, radius: 0.3, from: -142, to: 142)
      addLine([(-0.185, 0.136), (-0.13, 0.27), (0.13, 0.27), (0.185, 0.136)])
      addLine([(-0.08, 0.42), (0.08, 0.42)])
    case .sun:
      addCircle(0, 0, radius: 0.19)
      for eighth in 0..<8 { addRay(degrees: Double(eighth) * 45, from: 0.34, to: 0.45) }
    case .moon:
      addArc(-0.02, 0.02, radius: 0.38, from: 94.3, to: 355.7)
      addArc(0.18, -0.18, radius: 0.29, from: 141.9, to: 308.1)
    case .snow:
      for sixth in 0..<6 { addSnowBranch(degrees: Double(sixth) * 60) }
    case .drop:
      addArc(0, 0.12, radius: 0.28, from: 60, to: 300)
      addLine([(-0.242, -0.02), (0, -0.44), (0.242, -0.02)])
    case .thermometer:
      addArc(0, -0.33, radius: 0.11, from: -90, to: 90)
      for x: Float in [-0.11, 0.11] { addLine([(x, -0.33), (x, 0.11)]) }
      addArc(0, 0.25, radius: 0.18, from: 37.7, to: 322.3)
      addLine([(0, -0.1), (0, 0.25)])
    case .microphone:
      addArc(0, -0.28, radius: 0.14, from: -90, to: 90)
      for x: Float in [-0.14, 0.14] { addLine([(x, -0.28), (x, -0.06)]) }
      addArc(0, -0.06, radius: 0.14, from: 90, to: 270)
      addArc(0, -0.06, radius: 0.3, from: 90, to: 270)
      addLine([(0, 0.24), (0, 0.42)])
      addLine([(-0.15, 0.42), (0.15, 0.42)])
    case .headphones:
      addArc(0, 0.04, radius: 0.4, from: -90, to: 90)
      addOutline([(-0.4, 0.04), (-0.22, 0.04), (-0.22, 0.36), (-0.4, 0.36)])
      addOutline([(0.22, 0.04), (0.4, 0.04), (0.4, 0.36), (0.22, 0.36)])
    case .music:
      addLine([(-0.15, 0.29), (-0.15, -0.32), (0.35, -0.42), (0.35, 0.19)])
      addCircle(-0.27, 0.29, radius: 0.12)
      addCircle(0.23, 0.19, radius: 0.12)
    case .screen:
      addOutline([(-0.43, -0.32), (0.43, -0.32), (0.43, 0.22), (-0.43, 0.22)])
      addLine([(-0.2, 0.4), (0.2, 0.4)])
    case .clock:
      addCircle(0, 0, radius: 0.4)
      addLine([(0, -0.22), (0, 0.02), (0.16, 0.12)])
    case .bell:
      addArc(0, -0.1, radius: 0.26, from: -90, to: 90)
      addLine([
        (-0.26, -0.1), (-0.26, 0.08), (-0.38, 0.23), (0.38, 0.23), (0.26, 0.08), (0.26, -0.1),
      ])
      addLine([(0, -0.36), (0, -0.45)])
      addArc(0, 0.31, radius: 0.1, from: 100, to: 260)
    case .person:
      addArc(0, 0.44, radius: 0.36, from: -82, to: 82)
      addCircle(0, -0.2, radius: 0.18)
    case .door:
      addLine([(-0.42, 0.42), (0.42, 0.42)])
      addLine([(-0.26, 0.42), (-0.26, -0.42), (0.26, -0.42), (0.26, 0.42)])
      addDot(0.12, 0.03, width: 0.11)
    case .bed:
      addLine([(-0.43, -0.28), (-0.43, 0.32)])
      addLine([(-0.43, 0.17), (0.43, 0.17)])
      addLine([(-0.08, 0.17), (-0.08, -0.12), (0.31, -0.12), (0.43, 0), (0.43, 0.32)])
      addCircle(-0.26, -0.01, radius: 0.09)
    case .blinds:
      addLine([(-0.42, -0.38), (0.42, -0.38)])
      for y: Float in [-0.18, 0.02, 0.22, 0.42] { addLine([(-0.38, y), (0.2, y)]) }
      addLine([(0.36, -0.38), (0.36, 0.26)])
    case .wifi:
      for radius: Float in [0.22, 0.43, 0.64] {
        addArc(0, 0.32, radius: radius, from: -44, to: 44)
      }
      addDot(0, 0.32, width: 0.12)
    case .star: addOutline(Self.starPoints)
    case .heart:
      addArc(-0.2, -0.13, radius: 0.2, from: -128, to: 90)
      addArc(0.2, -0.13, radius: 0.2, from: -90, to: 128)
      addLine([(-0.358, -0.007), (0, 0.4), (0.358, -0.007)])
    }
  }

  /// Adds a padlock; if closed, both sides of its shackle reach down to the body.
  private mutating func addLock(isOpen: Bool) {
    addOutline([(-0.3, -0.04), (0.3, -0.04), (0.3, 0.4), (-0.3, 0.4)])
    addLine([(-0.19, -0.04), (-0.19, -0.22)])
    addArc(0, -0.22, radius: 0.19, from: -90, to: isOpen ? 40 : 90)
    if !isOpen { addLine([(0.19, -0.22), (0.19, -0.04)]) }
    addDot(0, 0.18, width: 0.11)
  }

  private mutating func addRay(degrees: Double, from start: Float, to end: Float) {
    let direction = Direction(degrees: degrees)
    addLine([
      (direction.sine * start, -direction.cosine * start),
      (direction.sine * end, -direction.cosine * end),
    ])
  }

  /// Adds a branch of a snow crystal, with two twigs.
  private mutating func addSnowBranch(degrees: Double) {
    let along = Direction(degrees: degrees)
    let across = Direction(degrees: degrees + 90)
    func point(_ out: Float, _ aside: Float) -> (x: Float, y: Float) {
      (along.sine * out + across.sine * aside, -along.cosine * out - across.cosine * aside)
    }
    addLine([(0, 0), point(0.44, 0)])
    addLine([point(0.4, -0.12), point(0.27, 0), point(0.4, 0.12)])
  }

  private static let starPoints: [(x: Float, y: Float)] = (0..<10).map { tenth in
    let direction = Direction(degrees: Double(tenth) * 36)
    let radius: Float = tenth.isMultiple(of: 2) ? 0.44 : 0.19
    return (direction.sine * radius, 0.03 - direction.cosine * radius)
  }
}
