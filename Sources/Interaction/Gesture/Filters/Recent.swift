/// A ring of the last 32 elements, at least 4 ms apart, so that 32 elements cover at least 124 ms.
///
/// Stored inline; it never allocates.
package struct Recent<Element> {
  private var entries: InlineArray<32, (time: Timestamp, element: Element)>
  private var newest = 0
  /// The number of elements.
  package private(set) var count = 0

  /// Creates an empty ring; `filler` is never returned.
  package init(filler: Element) {
    entries = InlineArray(repeating: (Timestamp(microseconds: 0), filler))
  }

  package mutating func removeAll() {
    count = 0
  }

  package mutating func append(_ element: Element, at time: Timestamp) {
    // Only the newest of the elements within 4 ms is kept.
    let isBurst =
      count > 1 && entries[newest].time.microseconds(since: entries[(newest - 1) & 31].time) < 4000
    if !isBurst {
      newest = (newest + 1) & 31
      count = min(count + 1, 32)
    }
    entries[newest] = (time, element)
  }

  /// The newest element.
  package var last: (time: Timestamp, element: Element)? {
    count > 0 ? entries[newest] : nil
  }

  /// The oldest element that is kept.
  package var oldest: (time: Timestamp, element: Element)? {
    count > 0 ? entries[(newest - count + 1) & 31] : nil
  }

  /// The element `age` elements before the newest; `age` is less than `count`.
  package subscript(age age: Int) -> (time: Timestamp, element: Element) {
    entries[(newest - age) & 31]
  }

  /// Returns the newest element not after `time`; nil if there is none.
  package func last(by time: Timestamp) -> (time: Timestamp, element: Element)? {
    for age in 0..<count {
      let entry = entries[(newest - age) & 31]
      if entry.time <= time { return entry }
    }
    return nil
  }
}

extension Recent: Sendable where Element: Sendable {}
