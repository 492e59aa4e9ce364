import Pairs
import Testing

/// A policy that anything can happen to, and that is at rest afterwards; times are milliseconds.
protocol Rested {
  associatedtype Act: CaseIterable & Sendable
  associatedtype Between: CaseIterable & Sendable

  /// What came out of it since it was last emptied; times count from `now`.
  var seen: [String] { get set }
  /// One that nothing has happened to yet.
  init()
  /// One that nothing has happened to, at the same time and with the same value.
  func fresh() -> Self
  mutating func play(_ act: Act)
  mutating func play(_ between: Between)
  /// Waits until nothing is under way any more.
  mutating func rest()
}

extension Rested {
  /// After a row, everything that can happen gives what it gives the first time.
  static func expectFresh(after row: Pair<Act, Between>) {
    var used = Self()
    used.play(row.first)
    used.play(row.between)
    used.play(row.second)
    used.rest()
    for act in Act.allCases {
      var (again, fresh) = (used, used.fresh())
      (again.seen, fresh.seen) = ([], [])
      again.play(act)
      again.rest()
      fresh.play(act)
      fresh.rest()
      guard again.seen != fresh.seen else { continue }
      Issue.record("\(act): \(again.seen), not \(fresh.seen)")
      return
    }
  }
}
