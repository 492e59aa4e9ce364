internal import Linux

/// Objects replaced by a reload; releasing thousands takes longer than showing their successors.
final class Discarded: @unchecked Sendable {
  // Used by one thread at a time: the loop's, then the one that releases it.
  private var objects: [Any]

  init(_ objects: [Any]) { self.objects = objects }

  /// Releases the objects on a thread without waiting for it, or here if no thread can be created.
  func release() {
    do throws(SystemError) {
      _ = try Worker { [self] in objects = [] }
    } catch {
      objects = []
    }
  }
}
