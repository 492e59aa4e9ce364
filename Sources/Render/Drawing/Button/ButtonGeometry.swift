import Gesture
import Layout
import Raster

/// The geometry of a button's face, in picture pixels: a line around a cap.
struct ButtonGeometry {
  /// Half the shorter side, at most 32 design pixels as for a usual button.
  ///
  /// All sizes are fractions of it, so that lines, corners and texts of adjacent buttons match.
  let unit: Float
  /// The line that is lit while the button is on.
  let line: RoundedFrame
  let cap: RoundedRect
  let rim: RoundedFrame
  let shadow: SoftRect
  /// The glow around the line of a button that is on or pressed.
  let glow: SoftRect
  let textSize: Float
  let iconSize: Float

  init(
    _ button: ButtonLayout, _ viewport: Viewport, textScale: Double = 1,
    smallestTextSize: Double = 0
  ) {
    let center = viewport.picturePoint(button.center)
    // On whole pixels, so that straight edges are sharp.
    let (halfWidth, halfHeight) = (
      Float(button.width * viewport.scaleX) * 0.5, Float(button.height * viewport.scaleY) * 0.5
    )
    let left = (Float(center.x) - halfWidth).rounded()
    let top = (Float(center.y) - halfHeight).rounded()
    let width = max((halfWidth * 2).rounded(), 4)
    let height = max((halfHeight * 2).rounded(), 4)
    let pixel = min(viewport.scaleX, viewport.scaleY)
    unit = min(width * 0.5, height * 0.5, 32 * Float(pixel))
    let legible = min(Float(smallestTextSize * pixel), unit * 0.66)
    textSize =
      (button.textSize.map { Float($0 * pixel) } ?? max(unit * 0.56, legible, 11))
      * Float(textScale)
    iconSize = button.iconSize.map { Float($0 * pixel) } ?? max(unit * 0.8, 12)
    let outline = RoundedRect(
      center: PixelPoint(x: left + width * 0.5, y: top + height * 0.5), width: width,
      height: height, radius: unit * 0.6)
    let thickness = max((unit * 0.11).rounded(), 1)
    let gap = max((unit * 0.09).rounded(), 1)
    line = RoundedFrame(outline, width: thickness)
    cap = outline.inset(by: thickness + gap)
    rim = RoundedFrame(cap, width: max((unit * 0.03).rounded(), 1))
    shadow = SoftRect(cap.moved(down: unit * 0.1), blur: max(unit * 0.2, 2))
    glow = SoftRect(
      outline.inset(by: thickness * 0.5), blur: max(unit * 0.22, 2), hole: thickness * 0.5)
  }

  /// All pixels that the button may draw on.
  var bounds: PixelRect { glow.bounds.union(shadow.bounds).union(line.bounds) }

  /// The distance between icon and text, and from the cap's edge to either.
  var spacing: Float { unit * 0.26 }
  /// Whether the icon is beside the text instead of above it.
  var isWide: Bool { cap.halfWidth > cap.halfHeight * 1.7 }
}

extension RoundedRect {
  func moved(right: Float = 0, down: Float = 0) -> RoundedRect {
    RoundedRect(
      center: PixelPoint(x: center.x + right, y: center.y + down), width: halfWidth * 2,
      height: halfHeight * 2, radius: radius)
  }

  /// Returns a paint that changes from the upper edge to the lower one.
  func vertical(_ shade: Palette.Shade) -> Paint {
    .linear(
      LinearGradient(
        top: center.y - halfHeight, shade.first, bottom: center.y + halfHeight, shade.last))
  }

  /// Returns the paint of light from above, fading out at 60 % of the height.
  func lightAbove(_ color: Color) -> Paint {
    let top = center.y - halfHeight
    return .linear(
      LinearGradient(top: top, color, bottom: top + halfHeight * 1.2, color.opacity(0)))
  }
}
