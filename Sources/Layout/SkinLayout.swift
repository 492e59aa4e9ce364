/// `skin:` of a knob: pictures that it is drawn with instead of the theme's shapes.
///
/// From back to front: `background`, `filmstrip`, `rotating`, `foreground`. All keep their
/// proportion to each other; the rotating one's longer side (else that of a frame, else of the
/// background, else of the foreground) is the knob's diameter.
public struct SkinLayout: Hashable, Sendable {
  /// What a knob can be in the middle of; the names are those of the layout file.
  public enum State: String, CaseIterable, Sendable {
    case normal, held, locked, disabled, unknown, offline

    /// What is shown of it where there is no picture for it.
    var next: State? {
      switch self {
      case .normal: nil
      case .held, .locked, .disabled: .normal
      case .unknown, .offline: .disabled
      }
    }
  }

  /// A picture for each state, or for those that have one.
  public struct Pictures: Hashable, Sendable {
    /// Paths of files, as the program opens them; `normal` is always there.
    public private(set) var files: [State: String]

    public init(_ normal: String, others: [State: String] = [:]) {
      files = others
      files[.normal] = normal
    }

    /// The picture for a state, and whether it is another one's that stands in for it.
    public func file(for state: State) -> (path: String, of: State) {
      var wanted = state
      while files[wanted] == nil, let next = wanted.next { wanted = next }
      return (files[wanted] ?? "", wanted)
    }
  }

  /// All pictures of a turn in one file, from the lowest to the highest value.
  public struct Filmstrip: Hashable, Sendable {
    public enum Direction: String, CaseIterable, Sendable {
      case vertical, horizontal
    }

    public var pictures: Pictures
    /// nil for as many squares as there are.
    public var frames: Int?
    /// nil for that in which the file is longer.
    public var direction: Direction?

    public init(pictures: Pictures, frames: Int? = nil, direction: Direction? = nil) {
      self.pictures = pictures
      self.frames = frames
      self.direction = direction
    }

    /// How a file of this many pixels is cut; nil if it cannot be.
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

  /// The frames of a strip.
  public struct Cut: Hashable, Sendable {
    public var direction: Filmstrip.Direction
    public var count: Int
    /// Pixels of one frame along the strip, and across it.
    public var length: Int
    public var breadth: Int
  }

  /// Where a text stands.
  public enum TextPlace: String, CaseIterable, Sendable {
    case center, below, none
  }

  public var background: Pictures?
  public var rotating: Pictures?
  public var foreground: Pictures?
  public var filmstrip: Filmstrip?
  public var value = TextPlace.center
  public var name = TextPlace.below

  public init(
    background: Pictures? = nil, rotating: Pictures? = nil, foreground: Pictures? = nil,
    filmstrip: Filmstrip? = nil
  ) {
    self.background = background
    self.rotating = rotating
    self.foreground = foreground
    self.filmstrip = filmstrip
  }

  /// Every file, each once, in no particular order.
  public var files: Set<String> {
    var files: Set<String> = []
    for pictures in [background, rotating, foreground, filmstrip?.pictures] {
      files.formUnion(pictures?.files.values.map { $0 } ?? [])
    }
    return files
  }
}
