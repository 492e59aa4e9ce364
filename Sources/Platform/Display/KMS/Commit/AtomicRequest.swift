/// Property values to set together (`DRM_IOCTL_MODE_ATOMIC`).
struct AtomicRequest {
  struct Assignment: Hashable {
    var object: UInt32
    var property: UInt32
    var value: UInt64
  }

  private(set) var assignments: [Assignment] = []

  /// Adds a value; a later value for the same property overrides an earlier one.
  ///
  /// A property that the driver lacks (nil) is skipped.
  mutating func set(_ object: UInt32, _ property: UInt32?, to value: UInt64) {
    guard let property else { return }
    assignments.append(Assignment(object: object, property: property, value: value))
  }

  mutating func removeAll() {
    assignments.removeAll(keepingCapacity: true)
  }
}

/// Flags of an atomic commit (`drm_mode.h`).
struct AtomicFlags: OptionSet, Hashable {
  let rawValue: UInt32

  /// `DRM_MODE_PAGE_FLIP_EVENT`: send an event when the commit is visible.
  static let event = AtomicFlags(rawValue: 0x0001)
  /// `DRM_MODE_ATOMIC_TEST_ONLY`: check the request without applying it.
  static let testOnly = AtomicFlags(rawValue: 0x0100)
  /// `DRM_MODE_ATOMIC_NONBLOCK`: return before the commit is visible.
  static let nonBlocking = AtomicFlags(rawValue: 0x0200)
  /// `DRM_MODE_ATOMIC_ALLOW_MODESET`: clocks and routing may change, so the screen may flicker.
  static let allowModeset = AtomicFlags(rawValue: 0x0400)
}
