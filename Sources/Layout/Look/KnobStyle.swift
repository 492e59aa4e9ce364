public import Raster

/// How a knob is drawn where that differs from its theme; what is nil or empty is as the theme has
/// it.
public struct KnobStyle: Hashable, Sendable {
  public var track = Track()
  public var progress = Progress()
  public var pointer = Pointer()
  public var cap = Cap()
  public var ticks = Ticks()
  public var glow = Glow()
  /// Whether magnets and the default value have their dots.
  public var hasDetents: Bool?
  public var name: Place?
  public var value: Place?
  /// For how long a value that stands in the name's place is still seen after a turn; nil if it
  /// has a place of its own.
  public var swapMicroseconds: Int64?

  public init() {}

  /// The ring's groove.
  public struct Track: Hashable, Sendable {
    public var isShown: Bool?
    /// A fraction of the knob's diameter.
    public var width: Double?
    public var color: Color?

    public init() {}
  }

  /// The lit part of the ring.
  public struct Progress: Hashable, Sendable {
    public var isShown: Bool?
    /// From the start of the sweep to its end.
    public var colors: [Color] = []
    /// In ascending order of their values.
    public var zones: [Zone] = []

    public init() {}
  }

  /// A colour from a value on.
  public struct Zone: Hashable, Sendable {
    public var from: Double
    public var color: Color

    public init(from: Double, color: Color) {
      self.from = from
      self.color = color
    }
  }

  public struct Pointer: Hashable, Sendable {
    public enum Shape: String, CaseIterable, Sendable {
      case line, dot, triangle, notch, none
    }

    public var shape: Shape?
    public var color: Color?

    public init() {}
  }

  public struct Cap: Hashable, Sendable {
    public enum Shape: String, CaseIterable, Sendable {
      /// One colour.
      case flat
      /// Lit from above, with a hollow in its middle.
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

    public var shape: Shape?
    public var color: Color?
    public var hasShadow: Bool?

    public init() {}
  }

  public struct Ticks: Hashable, Sendable {
    public var isShown: Bool?
    public var places: Places?
    /// Short ticks between two long ones.
    public var between: Int?
    public var hasLabels: Bool?
    public var color: Color?

    public init() {}

    /// Where the long ones stand.
    public enum Places: Hashable, Sendable {
      /// So many, at equal distances along the ring.
      case count(Int)
      /// At whole multiples of a distance, in the knob's unit.
      case every(Double)
      /// At these values only, each with its label.
      case listed([Label])
    }

    public struct Label: Hashable, Sendable {
      public var value: Double
      public var text: String

      public init(value: Double, text: String) {
        self.value = value
        self.text = text
      }
    }
  }

  /// What surrounds a knob in somebody's hand.
  public struct Glow: Hashable, Sendable {
    public var isShown: Bool?
    public var color: Color?

    public init() {}
  }

  /// Where a text stands.
  public enum Place: String, CaseIterable, Sendable {
    case inside, below, none
  }
}
