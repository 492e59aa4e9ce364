extension Timestamp {
  /// Returns the earlier of two times; nil means never.
  public static func earlier(_ left: Timestamp?, _ right: Timestamp?) -> Timestamp? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
  }
}
