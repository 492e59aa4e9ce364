extension Array<UInt8> {
  /// Removes the first bytes, and frees the storage if none are left.
  ///
  /// `removeFirst(_:)` keeps the storage, so that a connection that lasts for years would keep room
  /// for the most that ever came at once.
  ///
  /// - Parameter count: How many bytes; at most as many as there are.
  package mutating func consume(_ count: Int) {
    if count == self.count { self = [] } else { removeFirst(count) }
  }
}
