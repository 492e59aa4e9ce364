/// The parts of a picture that changed: a handful of rectangles that do not overlap.
///
/// The capacity is fixed, so that noting damage never allocates; when it is used up, the two
/// rectangles whose union wastes the fewest pixels become one.
public struct Damage: Sendable {
  public static let capacity = 16

  @usableFromInline var storage = InlineArray<16, PixelRect>(
    repeating: PixelRect(x: 0, y: 0, width: 0, height: 0))
  public private(set) var count = 0

  public init() {}

  public init(_ rect: PixelRect) {
    add(rect)
  }

  public var isEmpty: Bool { count == 0 }

  /// The rectangle at `index`, which must be less than `count`.
  public subscript(index: Int) -> PixelRect {
    precondition(index < count, "damage has \(count) rectangles")
    return storage[index]
  }

  /// The smallest rectangle around all of it.
  public var bounds: PixelRect {
    var result = PixelRect(x: 0, y: 0, width: 0, height: 0)
    for index in 0..<count { result = result.union(storage[index]) }
    return result
  }

  public mutating func removeAll() {
    count = 0
  }

  /// Adds all rectangles of `other`.
  public mutating func formUnion(_ other: Damage) {
    for index in 0..<other.count { add(other.storage[index]) }
  }

  /// Adds a rectangle; rectangles it meets are merged into it, so that none overlap.
  public mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    var merged = rect
    var index = 0
    while index < count {
      let other = storage[index]
      if other.contains(merged) { return }
      if merged.intersection(other).isEmpty {
        index += 1
      } else {
        merged = merged.union(other)
        remove(at: index)
        index = 0
      }
    }
    if count < Self.capacity {
      storage[count] = merged
      count += 1
    } else {
      let nearest = indexOfCheapestUnion(with: merged)
      merged = merged.union(storage[nearest])
      remove(at: nearest)
      add(merged)
    }
  }

  private mutating func remove(at index: Int) {
    count -= 1
    storage[index] = storage[count]
  }

  private func indexOfCheapestUnion(with rect: PixelRect) -> Int {
    var best = 0
    var bestWaste = Int.max
    for index in 0..<count {
      let waste = rect.union(storage[index]).area - storage[index].area
      if waste < bestWaste {
        bestWaste = waste
        best = index
      }
    }
    return best
  }
}
