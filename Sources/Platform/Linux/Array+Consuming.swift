extension Array<UInt8> {
  /// Removes the first bytes, and frees the storage if none are left.
  ///
  /// `removeFirst(_:)` keeps the storage, so that a connection that lasts for years would keep
  /// memory for the largest amount ever received at once.
  ///
  /// - Parameter count: The number of bytes; at most the array's count.
  package mutating func consume(_ count: Int) {
    if count == self.count { self = [] } else { removeFirst(count) }
  }
}
