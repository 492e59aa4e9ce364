import Layout

extension FaceMetrics {
  struct Pointer: Sendable {
    typealias Shape = KnobStyle.Pointer.Shape

    var shape = Shape.line
    /// The radii where it begins and ends.
    var inner: Float = 0.665
    var outer: Float = 0.735
    var width: Float = 0.042
  }

  /// Replaces the pointer with one of another shape, in proportion to the cap.
  mutating func setPointer(_ shape: Pointer.Shape, isLarge: Bool) {
    guard shape != pointer.shape || cap.shape == .skirt else { return }
    let size: (inner: Float, outer: Float, width: Float) =
      switch shape {
      case .line where cap.shape == .skirt: (0.2, 0.94, isLarge ? 0.07 : 0.1)
      case .line: isLarge ? (0.852, 0.942, 0.054) : (0.74, 0.89, 0.085)
      case .dot: isLarge ? (0.89, 0.89, 0.08) : (0.83, 0.83, 0.13)
      case .triangle: isLarge ? (0.83, 0.95, 0.13) : (0.74, 0.94, 0.24)
      case .notch: isLarge ? (0.84, 0.985, 0.045) : (0.78, 0.985, 0.075)
      case .none: (0.9, 0.9, 0.05)
      }
    pointer = Pointer(
      shape: shape, inner: size.inner * edge, outer: size.outer * edge, width: size.width * edge)
  }
}
