public import Raster

/// The colours of a panel that a layout can name: those of its theme, with `panel.colors` over them.
public struct Palette: Hashable, Sendable {
  /// A colour, or two with all that lies between.
  public struct Shade: Hashable, Sendable {
    public var first: Color
    public var last: Color

    public init(_ first: Color, _ last: Color) {
      self.first = first
      self.last = last
    }

    public init(_ color: Color) {
      self.init(color, color)
    }

    init(_ first: UInt32, _ last: UInt32) {
      self.init(Color(first), Color(last))
    }
  }

  /// From the middle of the light to its edge.
  public var background: Shade
  /// Labels, and what stands beside a knob.
  public var ink: Color
  /// Names and units beside a knob.
  public var dim: Color
  /// What is lit, from the start of the sweep to its end.
  public var accent: Shade
  public var track: Color
  public var tick: Color
  /// From top to bottom.
  public var cap: Shade
  /// The value on a cap.
  public var capInk: Color
  /// Name and unit on a cap.
  public var capDim: Color
  public var pointer: Color

  public init(
    background: Shade, ink: UInt32, dim: UInt32, accent: Shade, track: UInt32, tick: UInt32,
    cap: Shade, capInk: UInt32, capDim: UInt32, pointer: UInt32
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
  }
}
