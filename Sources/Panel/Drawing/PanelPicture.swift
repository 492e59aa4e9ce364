public import LayoutFile
public import Raster

/// Draws a panel: knows what each change makes old, and redraws only that.
public final class PanelPicture {
  /// Lays the panel out for a viewport and draws its static parts once.
  public init(layout: Layout, viewport: Viewport, typesetter: any Typesetter) {
  }

  /// Says how a knob (by its index in the layout) looks from now on; equal looks cost nothing.
  public func set(_ appearance: KnobAppearance, ofKnob index: Int) {
  }

  /// Makes everything old, for a frame whose pixels are not known.
  public func invalidate() {
  }

  /// True if `draw` has something to do.
  public var needsDrawing: Bool { false }

  /// Redraws what is old in `frame`, which must hold what the last call drew there, and returns it.
  public func draw(into frame: PixelBuffer) -> Damage {
    Damage()
  }
}
