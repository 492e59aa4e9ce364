/// `skin:` of a knob: pictures that replace the theme's shapes.
///
/// From back to front: `background`, `filmstrip`, `rotating`, `foreground`. All keep their relative
/// sizes; the longer side of `rotating` (else of a frame, else of `background`, else of
/// `foreground`) equals the knob's diameter.
public struct SkinLayout: Hashable, Sendable {
  /// The states of a knob; the names are those of the layout file.
  public enum State: String, CaseIterable, Sendable {
    case normal, held, locked, disabled, unknown, offline

    /// The state whose picture is used if this one has none; nil for `normal`.
    var next: State? {
      switch self {
      case .normal: nil
      case .held, .locked, .disabled: .normal
      case .unknown, .offline: .disabled
      }
    }
  }

  /// The pictures of some or all states; `normal` always has one.
  public struct Pictures: Hashable, Sendable {
    /// Paths of the files to open, by state.
    public private(set) var files: [State: String]

    /// Creates the pictures from that of the normal state and those of other states.
    public init(_ normal: String, others: [State: String] = [:]) {
      files = others
      files[.normal] = normal
    }

    /// Returns the picture for a state, and the state it belongs to.
    public func file(for state: State) -> (path: String, of: State) {
      var wanted = state
      while files[wanted] == nil, let next = wanted.next { wanted = next }
      return (files[wanted] ?? "", wanted)
    }
  }

  /// All positions of the knob in one file, from the lowest to the highest value.
  public struct Filmstrip: Hashable, Sendable {
    /// The direction in which the frames follow each other.
    public enum Direction: String, CaseIterable, Sendable {
      case vertical, horizontal
    }

    /// The strip for each state.
    public var pictures: Pictures
    /// Number of frames; nil for as many squares as the file contains.
    public var frames: Int?
    /// Direction of the frames; nil for the file's longer side.
    public var direction: Direction?

    /// Creates a filmstrip; nil derives the value from the file.
    public init(pictures: Pictures, frames: Int? = nil, direction: Direction? = nil) {
      self.pictures = pictures
      self.frames = frames
      self.direction = direction
    }

    /// Returns the division of a file of this size into frames; nil if it is impossible.
    public func cut(width: Int, height: Int) -> Cut? {
      let direction = direction ?? (height >= width ? .vertical : .horizontal)
      let (length, breadth) = direction == .vertical ? (height, width) : (width, height)
      guard length > 0, breadth > 0 else { return nil }
      let count = frames ?? length / breadth
      guard count >= 1, length % count == 0 else { return nil }
      if frames == nil, length % breadth != 0 { return nil }
      return Cut(direction: direction, count: count, length: length / count, breadth: breadth)
    }
  }

  /// The division of a strip into frames.
  public struct Cut: Hashable, Sendable {
    /// The direction in which the frames follow each other.
    public var direction: Filmstrip.Direction
    /// Number of frames; at least 1.
    public var count: Int
    /// Size of one frame along the strip, in pixels.
    public var length: Int
    /// Size of one frame across the strip, in pixels.
    public var breadth: Int
  }

  /// Where a text is shown.
  public enum TextPlace: String, CaseIterable, Sendable {
    case center, below, none
  }

  /// The fixed pictures below the rotating ones; nil for none.
  public var background: Pictures?
  /// The pictures that rotate with the value; nil for none.
  public var rotating: Pictures?
  /// The fixed pictures above the rotating ones; nil for none.
  public var foreground: Pictures?
  /// The frames of all positions; nil for none.
  public var filmstrip: Filmstrip?
  /// Where the value is shown.
  public var value = TextPlace.center
  /// Where the name is shown.
  public var name = TextPlace.below

  /// Creates a skin with the value in the centre and the name below.
  public init(
    background: Pictures? = nil, rotating: Pictures? = nil, foreground: Pictures? = nil,
    filmstrip: Filmstrip? = nil
  ) {
    self.background = background
    self.rotating = rotating
    self.foreground = foreground
    self.filmstrip = filmstrip
  }

  /// Paths of all files, without duplicates.
  public var files: Set<String> {
    var files: Set<String> = []
    for pictures in [background, rotating, foreground, filmstrip?.pictures] {
      files.formUnion(pictures?.files.values.map { $0 } ?? [])
    }
    return files
  }
}
