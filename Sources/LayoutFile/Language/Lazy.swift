internal import Synchronization

/// A value that is made when it is first asked for, and kept from then on.
///
/// Most layouts use few of all keys, and each has tables below it that take time and memory.
final class Lazy<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let made = Mutex<Value?>(nil)

  /// - Parameter make: Makes the value, once; must not ask for it.
  @_semantics("optimize.sil.specialize.generic.never")
  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  @_semantics("optimize.sil.specialize.generic.never")
  var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
