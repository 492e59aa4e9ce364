import JSON
import Synchronization
import Testing

@testable import LayoutFile

@Suite struct LazyTests {
  private final class Counter: Sendable {
    let count = Atomic(0)
  }

  @Test("The value is created on first use, and only once") func once() {
    let made = Counter()
    let lazy = Lazy { made.count.add(1, ordering: .relaxed).newValue }
    #expect(made.count.load(ordering: .relaxed) == 0)
    #expect(lazy.value == 1)
    #expect(lazy.value == 1)
  }

  @Test("Concurrent readers get the same value") func shared() async {
    let made = Counter()
    let lazy = Lazy { made.count.add(1, ordering: .relaxed).newValue }
    let values = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { lazy.value } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values == Array(repeating: 1, count: 50))
  }

  /// Otherwise, each start would create the tables of all back ends.
  @Test("Listing the keys of a mapping does not create their shapes") func listing() {
    let made = Counter()
    let shape = Shape<Int>.record(
      "an item", empty: 0,
      [
        Field(
          "size", Self.counted(made), example: 1, "A size."
        ) { _, _, _ in }
      ])
    #expect(shape.keys.map(\.key) == ["size"])
    #expect(made.count.load(ordering: .relaxed) == 0)
    #expect(shape.keys[0].expectation.isEmpty == false)
    #expect(made.count.load(ordering: .relaxed) == 1)
  }

  private static func counted(_ made: Counter) -> Shape<Double> {
    made.count.add(1, ordering: .relaxed)
    return .number(example: 1)
  }
}
