internal import Synchronization

/// A value that is made on first use and then kept.
///
/// Most layouts use few of the keys, and the tables below each key cost time and memory.
final class Lazy<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let made = Mutex<Value?>(nil)

  /// - Parameter make: Makes the value, once; must not access `value`.
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
