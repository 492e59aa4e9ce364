/// An object that receives the callbacks of a C library, which passes it as a pointer.
protocol CallbackReceiver: AnyObject {}

extension CallbackReceiver {
  /// Valid while the object exists.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Returns the object at a pointer; nil if there is none.
  static func of(_ pointer: UnsafeMutableRawPointer?) -> Self? {
    pointer.map { Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
  }
}
