/// The last 32 things that happened, at least 4 ms apart, so that they reach back 128 ms.
///
/// Lives in place and never allocates.
package struct Recent<Element> {
  private var entries: InlineArray<32, (time: Timestamp, element: Element)>
  private var newest = 0
  private var count = 0

  /// An empty history; `filler` is never returned.
  package init(filler: Element) {
    entries = InlineArray(repeating: (Timestamp(microseconds: 0), filler))
  }

  package mutating func removeAll() {
    count = 0
  }

  package mutating func append(_ element: Element, at time: Timestamp) {
    // The newest of a burst stands for all of it.
    let isBurst = count > 1 && time.microseconds(since: entries[(newest - 1) & 31].time) < 4000
    if !isBurst {
      newest = (newest + 1) & 31
      count = min(count + 1, 32)
    }
    entries[newest] = (time, element)
  }

  /// The last that happened.
  package var last: (time: Timestamp, element: Element)? {
    count > 0 ? entries[newest] : nil
  }

  /// The first that is remembered.
  package var oldest: (time: Timestamp, element: Element)? {
    count > 0 ? entries[(newest - count + 1) & 31] : nil
  }

  /// The last that happened by `time`; nil if nothing had.
  package func last(by time: Timestamp) -> (time: Timestamp, element: Element)? {
    for age in 0..<count {
      let entry = entries[(newest - age) & 31]
      if entry.time <= time { return entry }
    }
    return nil
  }
}

extension Recent: Sendable where Element: Sendable {}
