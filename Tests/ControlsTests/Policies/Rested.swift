import Pairs
import Testing

/// A policy that is driven by acts and comes to rest afterwards; times are in milliseconds.
protocol Rested {
  associatedtype Act: CaseIterable & Sendable
  associatedtype Between: CaseIterable & Sendable

  /// The results since it was last emptied; times count from `now`.
  var seen: [String] { get set }
  /// Makes a policy without any history.
  init()
  /// Returns a policy without any history, at the same time and with the same value.
  func fresh() -> Self
  mutating func play(_ act: Act)
  mutating func play(_ between: Between)
  /// Waits until nothing is pending.
  mutating func rest()
}

extension Rested {
  /// Checks that after a row, every act has the same results as on a fresh policy.
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
