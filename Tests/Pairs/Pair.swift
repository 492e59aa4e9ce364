/// Two things that happen one after the other, and what is between them.
///
/// Something that is at rest afterwards has to behave like something fresh with the same value. Tests
/// compare the two for every pair, in either order.
public struct Pair<Act, Between>: Sendable, CustomStringConvertible
where Act: CaseIterable & Sendable, Between: CaseIterable & Sendable {
  /// What happens first.
  public let first: Act
  /// What happens then.
  public let between: Between
  /// What happens last.
  public let second: Act

  /// The names of all three.
  public var description: String { "\(first), \(between), \(second)" }

  /// Every two acts in every order, with everything that can be between them.
  public static var all: [Pair] {
    Act.allCases.flatMap { first in
      Between.allCases.flatMap { between in
        Act.allCases.map { Pair(first: first, between: between, second: $0) }
      }
    }
  }
}
