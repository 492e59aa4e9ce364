internal import Linux

/// What a reload replaces: to release thousands of objects takes longer than to show the others.
final class Discarded: @unchecked Sendable {
  // Used by one thread: that of the loop, then the one that releases it.
  private var things: [Any]

  init(_ things: [Any]) { self.things = things }

  /// Releases them on a thread, which nobody waits for; without one, here.
  func release() {
    do throws(SystemError) {
      _ = try Worker { [self] in things = [] }
    } catch {
      things = []
    }
  }
}
