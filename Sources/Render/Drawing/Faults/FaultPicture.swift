public import Raster

internal import Diagnostics
public import Layout

/// The picture of a panel whose layout file has errors: the first error, and its location.
///
/// A panel has no keyboard, so the picture shows everything that is needed to fix the file over
/// ssh.
public final class FaultPicture {
  private let size: PixelSize
  private let theme: Theme
  private let fault: LayoutFault
  private let typesetter: any Typesetter
  /// A 480th of the picture's shorter side in pixels, with a minimum that keeps texts legible.
  private let unit: Float
  /// Whether the next `draw` draws anything.
  public private(set) var needsDrawing = true

  /// - Parameters:
  ///   - fault: The first error of the layout file.
  ///   - size: The picture's size, before any rotation of the display.
  ///   - typesetter: The source of text masks.
  public init(_ fault: LayoutFault, size: PixelSize, typesetter: any Typesetter) {
    self.fault = fault
    self.size = size
    self.typesetter = typesetter
    let panel = fault.panel ?? PanelLayout()
    theme = Theme.named(panel.theme, panel.palette)
    unit = max(Float(min(size.width, size.height)) / 480, 0.7)
  }

  /// Makes the next call to `draw` draw everything.
  public func invalidate() { needsDrawing = true }

  /// Draws the whole picture if `needsDrawing`; a frame of another size is not changed.
  ///
  /// - Returns: The pixels that were drawn.
  public func draw(into frame: PixelBuffer) -> Damage {
    guard needsDrawing, frame.size == size else { return Damage() }
    needsDrawing = false
    let canvas = Canvas(frame)
    canvas.fill(with: .solid(theme.background.last))
    let margin = (36 * unit).rounded()
    let width = Float(size.width) - 2 * margin
    var top = drawHead(on: canvas, margin: margin, width: width)
    let foot = footer(width: width)
    let bottom = Float(size.height) - margin - foot.height
    foot.draw(
      on: canvas, x: margin, top: bottom, textColors.secondary, contrast: textColors.contrast)
    let advice = fault.hint.map {
      block(LayoutFault.sentence($0), .regular, 19, width: width, limit: 3)
    }
    let room = bottom - top - (advice?.height ?? 0) - 30 * unit
    if let code = FaultExcerpt(fault.span, theme, unit, width: width, height: room, typesetter) {
      code.draw(on: canvas, x: margin, top: top)
      top += code.height + 18 * unit
    }
    advice?.draw(on: canvas, x: margin, top: top, textColors.primary, contrast: textColors.contrast)
    return Damage(size.bounds)
  }

  private var textColors: TextColors { theme.onBackground }

  /// Draws the error and its location; returns the top of the part below.
  private func drawHead(on canvas: Canvas, margin: Float, width: Float) -> Float {
    let radius = 5 * unit
    let location = block(fault.locationInWords, .medium, 17, width: width - 4 * radius, limit: 1)
    canvas.fill(
      Disc(
        center: PixelPoint(x: margin + radius, y: margin + location.lineHeight * 0.53),
        radius: radius), with: .solid(theme.palette.accent.last))
    location.draw(
      on: canvas, x: margin + 3.4 * radius, top: margin, textColors.secondary,
      contrast: textColors.contrast)
    let title = block(LayoutFault.sentence(fault.message), .semiBold, 27, width: width, limit: 3)
    let top = margin + location.height + 8 * unit
    title.draw(on: canvas, x: margin, top: top, textColors.primary, contrast: textColors.contrast)
    return (top + title.height + 16 * unit).rounded()
  }

  private func footer(width: Float) -> TextBlock {
    let others =
      switch fault.otherCount {
      case ..<1: ""
      case 1: "One more error follows. "
      default: "\(fault.otherCount) more errors follow. "
      }
    return block(
      others + "The panel comes up when the file is saved without errors.", .regular, 15,
      width: width, limit: 2)
  }

  private func block(
    _ text: String, _ weight: TextStyle.Weight, _ size: Float, width: Float, limit: Int
  ) -> TextBlock {
    TextBlock(
      text, TextStyle(weight: weight, pixelSize: (size * unit).rounded()), width: width,
      limit: limit, typesetter)
  }
}
