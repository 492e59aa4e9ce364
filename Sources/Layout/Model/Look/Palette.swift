public import Raster

/// The colours of a panel that a layout can set: the theme's, overridden by `panel.colors`.
public struct Palette: Hashable, Sendable {
  /// One colour, or a gradient between two.
  public struct Shade: Hashable, Sendable {
    /// The colour where the gradient starts.
    public var first: Color
    /// The colour where the gradient ends.
    public var last: Color

    /// Creates a gradient.
    public init(_ first: Color, _ last: Color) {
      self.first = first
      self.last = last
    }

    /// Creates a shade of a single colour.
    public init(_ color: Color) {
      self.init(color, color)
    }

    init(_ first: UInt32, _ last: UInt32) {
      self.init(Color(first), Color(last))
    }
  }

  /// The background, from the lit centre to the edge.
  public var background: Shade
  /// Labels, and values outside a knob.
  public var ink: Color
  /// Names, units and scale labels outside a knob.
  public var dim: Color
  /// The lit part of the ring, from the start of the sweep to its end.
  public var accent: Shade
  /// The groove of the ring.
  public var track: Color
  /// Ticks that are not lit.
  public var tick: Color
  /// Caps, from top to bottom.
  public var cap: Shade
  /// The value on a cap.
  public var capInk: Color
  /// Name and unit on a cap.
  public var capDim: Color
  /// The mark that points at the value.
  public var pointer: Color
  /// The arc from a reading up to a higher value, such as while a room is to become warmer.
  public var rising: Color
  /// The arc from a reading down to a lower value.
  public var falling: Color

  /// Creates a palette; single colours are given as 0xRRGGBB.
  public init(
    background: Shade, ink: UInt32, dim: UInt32, accent: Shade, track: UInt32, tick: UInt32,
    cap: Shade, capInk: UInt32, capDim: UInt32, pointer: UInt32, rising: UInt32,
    falling: UInt32
  ) {
    self.background = background
    self.ink = Color(ink)
    self.dim = Color(dim)
    self.accent = accent
    self.track = Color(track)
    self.tick = Color(tick)
    self.cap = cap
    self.capInk = Color(capInk)
    self.capDim = Color(capDim)
    self.pointer = Color(pointer)
    self.rising = Color(rising)
    self.falling = Color(falling)
  }
}
