import JSON
import Synchronization
import Testing

@testable import LayoutFile

@Suite struct LazyTests {
  private final class Counter: Sendable {
    let count = Atomic(0)
  }

  @Test("nothing is made before it is asked for, and then once") func once() {
    let made = Counter()
    let lazy = Lazy { made.count.add(1, ordering: .relaxed).newValue }
    #expect(made.count.load(ordering: .relaxed) == 0)
    #expect(lazy.value == 1)
    #expect(lazy.value == 1)
  }

  @Test("all who ask at the same time get the same") func shared() async {
    let made = Counter()
    let lazy = Lazy { made.count.add(1, ordering: .relaxed).newValue }
    let values = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { lazy.value } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values == Array(repeating: 1, count: 50))
  }

  /// A start would make the tables of all back ends otherwise.
  @Test("a key's shape is not made to list the keys of its mapping") func listing() {
    let made = Counter()
    let shape = Shape<Int>.record(
      "a thing", empty: 0,
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
