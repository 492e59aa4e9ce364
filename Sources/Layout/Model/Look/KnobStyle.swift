public import Raster

/// The differences between a knob's look and its theme; nil or empty means the theme's setting.
public struct KnobStyle: Hashable, Sendable {
  /// The groove of the ring.
  public var track = Track()
  /// The lit part of the ring.
  public var progress = Progress()
  /// The mark that points at the value.
  public var pointer = Pointer()
  /// The cap in the middle of the knob.
  public var cap = Cap()
  /// The ticks around the ring.
  public var ticks = Ticks()
  /// The glow around a knob that is being turned.
  public var glow = Glow()
  /// Whether magnets and the default value have a mark on the scale.
  public var hasDetents: Bool?
  /// The name.
  public var name = Caption()
  /// How a name that is wider than its room is shown.
  public var nameFit: NameFit?
  /// The value, with its unit.
  public var value = Caption()
  /// How long the value remains visible in the name's place after a turn; nil if the value has a
  /// position of its own.
  public var swapMicroseconds: Int64?

  /// Creates a style without differences from the theme.
  public init() {}

  /// The ring's groove.
  public struct Track: Hashable, Sendable {
    /// Whether the track is drawn.
    public var isShown: Bool?
    /// Width as a fraction of the knob's diameter.
    public var width: Double?
    /// Colour of the track.
    public var color: Color?

    /// Creates a track with the theme's settings.
    public init() {}
  }

  /// The lit part of the ring.
  public struct Progress: Hashable, Sendable {
    /// Whether the lit part is drawn.
    public var isShown: Bool?
    /// Colours of the gradient from the start of the sweep to its end.
    public var colors: [Color] = []
    /// Colours by value, in ascending order of the values.
    public var zones: [Zone] = []

    /// Creates a progress with the theme's settings.
    public init() {}
  }

  /// A colour that applies from a value upwards.
  public struct Zone: Hashable, Sendable {
    /// The lowest value of the zone, in the knob's unit.
    public var from: Double
    /// Colour of the zone.
    public var color: Color

    /// Creates a zone that starts at a value.
    public init(from: Double, color: Color) {
      self.from = from
      self.color = color
    }
  }

  /// The mark that points at the value.
  public struct Pointer: Hashable, Sendable {
    /// The shape of a pointer.
    public enum Shape: String, CaseIterable, Sendable {
      case line, dot, triangle, notch, none
    }

    /// Shape of the pointer.
    public var shape: Shape?
    /// Colour of the pointer.
    public var color: Color?

    /// Creates a pointer with the theme's settings.
    public init() {}
  }

  /// The cap in the middle of the knob.
  public struct Cap: Hashable, Sendable {
    /// The shape and shading of a cap.
    public enum Shape: String, CaseIterable, Sendable {
      /// One colour.
      case flat
      /// Lit from above, with a hollow in the middle.
      case dish
      /// Radial shading.
      case dome
      /// Conic shading.
      case cone
      /// Brushed metal.
      case metal
      /// A small cap on a wide skirt.
      case skirt
      case none
    }

    /// Shape and shading of the cap.
    public var shape: Shape?
    /// Colour of the cap.
    public var color: Color?
    /// Whether the cap casts a soft shadow.
    public var hasShadow: Bool?

    /// Creates a cap with the theme's settings.
    public init() {}
  }

  /// The ticks around the ring.
  public struct Ticks: Hashable, Sendable {
    /// Whether ticks are drawn.
    public var isShown: Bool?
    /// Positions of the long ticks.
    public var positions: Positions?
    /// Number of short ticks between two long ones.
    public var between: Int?
    /// Whether the long ticks are labelled with their values.
    public var hasLabels: Bool?
    /// Font size (the em) of the labels, in design pixels.
    public var labelSize: Double?
    /// Colour of the ticks.
    public var color: Color?

    /// Creates ticks with the theme's settings.
    public init() {}

    /// Positions of the long ticks.
    public enum Positions: Hashable, Sendable {
      /// This many, equally spaced along the ring.
      case count(Int)
      /// At whole multiples of this distance, in the knob's unit.
      case every(Double)
      /// Only at the values of these labels.
      case listed([Label])
    }

    /// A tick with a text.
    public struct Label: Hashable, Sendable {
      /// Position of the tick, in the knob's unit.
      public var value: Double
      /// The text at the tick.
      public var text: String

      /// Creates a label at a value.
      public init(value: Double, text: String) {
        self.value = value
        self.text = text
      }
    }
  }

  /// The glow around a knob that is being turned.
  public struct Glow: Hashable, Sendable {
    /// Whether the glow is drawn.
    public var isShown: Bool?
    /// Colour of the glow.
    public var color: Color?

    /// Creates a glow with the theme's settings.
    public init() {}
  }

  /// A text that belongs to the knob.
  public struct Caption: Hashable, Sendable {
    /// Where it is shown.
    public var place: Place?
    /// Font size (the em) in design pixels; a value that does not fit is set smaller.
    public var size: Double?

    /// Creates a caption with the theme's settings.
    public init() {}
  }

  /// How a name that is wider than its room is shown; a name that still does not fit is cut.
  public enum NameFit: String, CaseIterable, Sendable {
    /// In two lines, then smaller.
    case wrap
    /// In one line, smaller.
    case shrink
    /// In its size, without its middle.
    case cut
  }

  /// Where a text is shown.
  public enum Place: String, CaseIterable, Sendable {
    case inside, below, none
  }
}
