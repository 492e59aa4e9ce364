/// The parts of a picture that changed: a few rectangles that do not overlap.
///
/// The capacity is fixed, so that adding damage never allocates; when it is used up, a new
/// rectangle is merged with the one that grows the least.
public struct Damage: Sendable {
  private typealias Storage = InlineArray<32, SmallRect>

  /// The maximum number of rectangles.
  public static let capacity = Storage.count

  /// Kept small, because damage is copied in every frame.
  private var storage = Storage(repeating: SmallRect(.empty))
  /// The number of rectangles, at most `capacity`.
  public private(set) var count = 0

  /// Creates empty damage.
  public init() {}

  /// Creates the damage of one rectangle.
  public init(_ rect: PixelRect) {
    add(rect)
  }

  /// Whether nothing is damaged.
  public var isEmpty: Bool { count == 0 }

  /// The rectangle at `index`, which must be less than `count`.
  public subscript(index: Int) -> PixelRect {
    precondition(index < count, "damage has \(count) rectangles")
    return storage[index].rect
  }

  /// The smallest rectangle around all damage.
  public var bounds: PixelRect {
    var result = PixelRect.empty
    for index in 0..<count { result = result.union(storage[index].rect) }
    return result
  }

  /// Calls `body` with each rectangle; faster than subscripting, which may copy all of the damage
  /// for each index.
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
      // Turning ribs damage the same ring in each frame.
      if index < count, storage[index] == others[index] { continue }
      add(others[index].rect)
    }
  }

  /// Adds a rectangle, clipped to the coordinates that a picture can have.
  ///
  /// If it overlaps another one, the two are joined if that wastes little; otherwise the new one is
  /// cut. Joining alone would turn many small overlapping rectangles into one large box.
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
      // Cutting makes up to four; joining reduces the count, so the recursion ends.
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

  /// Adds the areas above, below, left and right of a part of a rectangle.
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

/// A rectangle within `limits`, in a quarter of the memory of a `PixelRect`.
private struct SmallRect: Equatable {
  private let x: UInt16
  private let y: UInt16
  private let maxX: UInt16
  private let maxY: UInt16

  /// The bounds for all rectangles; no picture has pixels outside them.
  static let limits = PixelRect(x: -origin, y: -origin, width: 0xFFFF, height: 0xFFFF)
  /// The offset added to each coordinate.
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
