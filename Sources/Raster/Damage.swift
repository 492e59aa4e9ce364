/// The parts of a picture that changed: a few rectangles that do not overlap.
///
/// The capacity is fixed, so that adding damage never allocates; when it is used up, the two
/// rectangles whose union wastes the fewest pixels become one.
public struct Damage: Sendable {
  private typealias Storage = InlineArray<32, SmallRect>

  /// The most rectangles that there can be.
  public static let capacity = Storage.count

  /// Small, as damage is copied in every frame.
  private var storage = Storage(
    repeating: SmallRect(PixelRect(x: 0, y: 0, width: 0, height: 0)))
  /// The number of rectangles, at most `capacity`.
  public private(set) var count = 0

  /// No damage.
  public init() {}

  /// The damage of one rectangle.
  public init(_ rect: PixelRect) {
    add(rect)
  }

  /// True if nothing is damaged.
  public var isEmpty: Bool { count == 0 }

  /// The rectangle at `index`, which must be less than `count`.
  public subscript(index: Int) -> PixelRect {
    precondition(index < count, "damage has \(count) rectangles")
    return storage[index].rect
  }

  /// The smallest rectangle around all of it.
  public var bounds: PixelRect {
    var result = PixelRect(x: 0, y: 0, width: 0, height: 0)
    for index in 0..<count { result = result.union(storage[index].rect) }
    return result
  }

  /// Calls `body` with each rectangle: sooner than by their indices, for each of which all of the
  /// damage may be copied.
  public func forEach(_ body: (PixelRect) -> Void) {
    let rects = storage.span
    for index in 0..<count { body(rects[index].rect) }
  }

  /// Removes all rectangles.
  public mutating func removeAll() {
    count = 0
  }

  /// Adds all rectangles of `other`.
  public mutating func formUnion(_ other: borrowing Damage) {
    if isEmpty { return self = copy other }
    let others = other.storage.span
    for index in 0..<other.count {
      // Ribs that turn damage the same ring in each frame.
      if index < count, storage[index] == others[index] { continue }
      add(others[index].rect)
    }
  }

  /// Adds a rectangle, without what lies where no picture has pixels.
  ///
  /// Where it overlaps another one, the two are joined if that wastes little, or else it is cut:
  /// joining alone would make one large box of many small ones that touch each other.
  public mutating func add(_ rect: PixelRect) {
    let rect = rect.intersection(SmallRect.limits)
    guard !rect.isEmpty else { return }
    var index = 0
    while index < count {
      let other = storage[index].rect
      guard other.overlaps(rect) else {
        index += 1
        continue
      }
      if other.contains(rect) { return }
      if rect.contains(other) {
        remove(at: index)
        continue
      }
      let (shared, union) = (rect.intersection(other), rect.union(other))
      let waste = union.area - (rect.area + other.area - shared.area)
      // Cutting makes up to four; joining makes fewer, so that this comes to an end.
      if waste <= union.area / 8 || count > Self.capacity - 4 {
        remove(at: index)
        add(union)
      } else {
        addParts(of: rect, outside: shared)
      }
      return
    }
    if count < Self.capacity {
      storage[count] = SmallRect(rect)
      count += 1
    } else {
      let nearest = indexOfCheapestUnion(with: rect)
      let union = rect.union(storage[nearest].rect)
      remove(at: nearest)
      add(union)
    }
  }

  /// Adds what is above, below, left and right of a part of a rectangle.
  private mutating func addParts(of rect: PixelRect, outside part: PixelRect) {
    add(PixelRect(x: rect.x, y: rect.y, width: rect.width, height: part.y - rect.y))
    add(
      PixelRect(x: rect.x, y: part.maxY, width: rect.width, height: rect.maxY - part.maxY))
    add(PixelRect(x: rect.x, y: part.y, width: part.x - rect.x, height: part.height))
    add(
      PixelRect(x: part.maxX, y: part.y, width: rect.maxX - part.maxX, height: part.height))
  }

  private mutating func remove(at index: Int) {
    count -= 1
    storage[index] = storage[count]
  }

  private func indexOfCheapestUnion(with rect: PixelRect) -> Int {
    var best = 0
    var bestWaste = Int.max
    for index in 0..<count {
      let waste = rect.union(storage[index].rect).area - storage[index].rect.area
      if waste < bestWaste {
        bestWaste = waste
        best = index
      }
    }
    return best
  }
}

/// A rectangle, which lies within `limits`, in a quarter of the memory.
private struct SmallRect: Equatable {
  private let x: UInt16
  private let y: UInt16
  private let maxX: UInt16
  private let maxY: UInt16

  /// What a rectangle must lie within; no picture has pixels elsewhere.
  static let limits = PixelRect(x: -origin, y: -origin, width: 0xFFFF, height: 0xFFFF)
  /// What is added to each place.
  private static let origin = 0x4000

  @inline(__always) init(_ rect: PixelRect) {
    x = UInt16(truncatingIfNeeded: rect.x &+ Self.origin)
    y = UInt16(truncatingIfNeeded: rect.y &+ Self.origin)
    maxX = UInt16(truncatingIfNeeded: rect.maxX &+ Self.origin)
    maxY = UInt16(truncatingIfNeeded: rect.maxY &+ Self.origin)
  }

  @inline(__always) var rect: PixelRect {
    PixelRect(
      x: Int(x) &- Self.origin, y: Int(y) &- Self.origin, width: Int(maxX) &- Int(x),
      height: Int(maxY) &- Int(y))
  }
}
