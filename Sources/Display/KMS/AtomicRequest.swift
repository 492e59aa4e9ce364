/// Property values to be set together (`DRM_IOCTL_MODE_ATOMIC`).
struct AtomicRequest {
  struct Assignment: Hashable {
    var object: UInt32
    var property: UInt32
    var value: UInt64
  }

  private(set) var assignments: [Assignment] = []

  /// Notes a value; a later one for the same property wins.
  ///
  /// A property that the driver does not have is left out.
  mutating func set(_ object: UInt32, _ property: UInt32?, to value: UInt64) {
    guard let property else { return }
    assignments.append(Assignment(object: object, property: property, value: value))
  }

  mutating func removeAll() {
    assignments.removeAll(keepingCapacity: true)
  }
}

struct AtomicFlags: OptionSet, Hashable {
  let rawValue: UInt32

  /// Send an event when it is visible.
  static let event = AtomicFlags(rawValue: 0x0001)
  /// Change nothing, only say whether it would work.
  static let testOnly = AtomicFlags(rawValue: 0x0100)
  /// Do not wait until it is visible.
  static let nonBlocking = AtomicFlags(rawValue: 0x0200)
  /// The screen may flicker: clocks and routing may change.
  static let allowModeset = AtomicFlags(rawValue: 0x0400)
}
