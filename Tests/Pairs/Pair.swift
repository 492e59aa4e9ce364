/// Two acts with something in between.
///
/// Afterwards, an object at rest must behave like a fresh one with the same value. Tests compare
/// the two for every pair, in either order.
public struct Pair<Act, Between>: Sendable, CustomStringConvertible
where Act: CaseIterable & Sendable, Between: CaseIterable & Sendable {
  /// The first act.
  public let first: Act
  /// What happens in between.
  public let between: Between
  /// The second act.
  public let second: Act

  /// The names of all three.
  public var description: String { "\(first), \(between), \(second)" }

  /// All pairs of acts in every order, with everything that can happen in between.
  public static var all: [Pair] {
    Act.allCases.flatMap { first in
      Between.allCases.flatMap { between in
        Act.allCases.map { Pair(first: first, between: between, second: $0) }
      }
    }
  }
}
