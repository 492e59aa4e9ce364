internal import Gesture
internal import Layout
internal import Raster

/// Draws the steps of a trial: targets and large plain text.
struct TrialPicture {
  /// The upright picture; a display rotates it by `rotation`.
  let pixels: PixelBuffer
  private let rotation: Rotation
  private let typesetter: any Typesetter

  private static let ground = Color(0x10_1418)
  private static let ink = Color(0xF2_F4F6)
  private static let dim = Color(0x9A_A4AE)
  private static let accent = Color(0xFF_B020)
  /// The distance of a target's centre from the edges, as a fraction of the picture.
  private static let inset = 0.12
  /// Fractions of the shorter side: a target's radius, its line width, and the text size.
  private static let (radius, width, text) = (0.065, 0.008, 0.062) as (Float, Float, Float)
  /// The maximum width of a line of text, as a fraction of the picture's width.
  private static let textWidth: Float = 0.62
  /// The first baseline of text beside targets, as a fraction of the height: above the middle one.
  private static let textTop = 0.27

  /// Creates a picture for a display of `size` and `rotation`; returns nil if out of memory.
  init?(displaySize size: PixelSize, rotation: Rotation, typesetter: any Typesetter) {
    guard let pixels = PixelBuffer(size: rotation.apply(to: size)) else { return nil }
    self.pixels = pixels
    self.rotation = rotation
    self.typesetter = typesetter
  }

  /// The targets, in the order in which they are touched: the corners, and the middle as a check.
  private static let targetPositions = [
    (inset, inset), (1 - inset, inset), (1 - inset, 1 - inset), (inset, 1 - inset), (0.5, 0.5),
  ]
  /// The circles at the top, right, bottom and left edge.
  private static let edgePositions = [
    (0.5, inset), (1 - inset, 0.5), (0.5, 1 - inset), (inset, 0.5),
  ]

  /// The positions of the targets on the display.
  var targets: [DisplayFraction] { Self.targetPositions.map { onDisplay(pixel($0)) } }
  /// The positions on the display of the circles at the picture's top, right, bottom and left edge.
  var edges: [DisplayFraction] { Self.edgePositions.map { onDisplay(pixel($0)) } }

  /// Draws a step; dark steps are black.
  func draw(_ step: TouchTrial.Step) {
    let canvas = Canvas(pixels)
    canvas.fill(with: .solid(Self.ground))
    switch step {
    case .target(let index):
      let count = Self.targetPositions.count
      draw(["Touch the middle of the circle", "\(index + 1) of \(count)"], top: Self.textTop)
      drawTarget(at: Self.targetPositions[index])
    case .uppermost:
      for position in Self.edgePositions { drawTarget(at: position) }
      draw(["Touch the circle", "that is uppermost"])
    case .announcement(let way):
      draw(
        [
          "The screen goes dark", "for \(TouchTrial.darkSeconds) seconds (\(way.rawValue)).",
          "Touch it \(TouchTrial.darkTouches) times meanwhile.",
        ])
    case .finished, .failed:
      draw(["That is all."])
    case .dark:
      canvas.fill(with: .solid(Color(0)))
    }
  }

  private var side: Float { Float(min(pixels.size.width, pixels.size.height)) }

  /// Returns the pixel at a position; lines through its centre are sharp.
  private func pixel(_ position: (Double, Double)) -> (x: Int, y: Int) {
    (Int(position.0 * Double(pixels.size.width)), Int(position.1 * Double(pixels.size.height)))
  }

  private func onDisplay(_ pixel: (x: Int, y: Int)) -> DisplayFraction {
    let size = rotation.apply(to: pixels.size)
    let rect = rotation.apply(
      to: PixelRect(x: pixel.x, y: pixel.y, width: 1, height: 1), in: pixels.size)
    return DisplayFraction(
      x: (Double(rect.x) + 0.5) / Double(size.width),
      y: (Double(rect.y) + 0.5) / Double(size.height))
  }

  /// Draws a ring with a cross whose lines end at whole pixels.
  private func drawTarget(at position: (Double, Double)) {
    let middle = pixel(position)
    let center = PixelPoint(x: Float(middle.x) + 0.5, y: Float(middle.y) + 0.5)
    let radius = (side * Self.radius).rounded()
    // Odd, so that lines are centred on a pixel.
    let width = Float(Int(side * Self.width) | 1)
    let canvas = Canvas(pixels)
    canvas.fill(Disc(center: center, radius: radius), with: .solid(Self.accent.opacity(0.16)))
    canvas.fill(
      Ring(center: center, radius: radius, width: max(width, 2)), with: .solid(Self.accent))
    let reach = (radius * 1.3).rounded()
    for (across, along) in [(reach * 2 + 1, width), (width, reach * 2 + 1)] {
      canvas.fill(
        RoundedRect(center: center, width: across, height: along, radius: 0),
        with: .solid(Self.ink))
    }
  }

  /// Draws lines of text in the middle of the width, smaller if they are too wide.
  ///
  /// They are in the middle of the height unless the first baseline is at `top`. Counts are dimmer.
  private func draw(_ lines: [String], top: Double? = nil) {
    let canvas = Canvas(pixels)
    let width = Float(pixels.size.width)
    var style = TextStyle(weight: .medium, pixelSize: max(side * Self.text, 12))
    let widest = lines.map { typesetter.mask(for: $0, style: style).advance }.max() ?? 0
    if widest > width * Self.textWidth { style.pixelSize *= width * Self.textWidth / widest }
    let height = Float(pixels.size.height)
    let lineHeight = style.pixelSize * 1.4
    // From the first capital's top to the last baseline.
    let block = typesetter.capHeight(of: style) + lineHeight * Float(lines.count - 1)
    var baseline =
      top.map { Float($0) * height } ?? (height + block) * 0.5 - lineHeight * Float(lines.count - 1)
    for line in lines {
      let mask = typesetter.mask(for: line, style: style)
      canvas.draw(
        mask,
        at: PixelPoint(x: ((width - mask.advance) * 0.5).rounded(), y: baseline.rounded()),
        color: line.first?.isNumber == true ? Self.dim : Self.ink)
      baseline += lineHeight
    }
  }
}
