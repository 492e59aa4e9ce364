internal import Linux

/// A snapshot of one object's properties, by name.
///
/// Drivers differ in which properties they have: reading a missing one returns nil, and setting it
/// does nothing.
struct PropertyTable {
  private struct Entry {
    var property: UInt32
    var isBlob: Bool
    var value: UInt64
  }

  let object: UInt32
  private var entries: [String: Entry] = [:]

  init(of object: UInt32, kind: DRMObjectKind, on device: any DRMDevice) throws(SystemError) {
    self.object = object
    for value in try device.propertyValues(of: object, kind: kind) {
      let property = try device.property(value.property)
      entries[property.name] = Entry(
        property: value.property, isBlob: property.isBlob, value: value.value)
    }
  }

  func id(_ name: String) -> UInt32? { entries[name]?.property }
  func value(_ name: String) -> UInt64? { entries[name]?.value }

  /// Returns the name of an enumeration's current value.
  func valueName(_ name: String, on device: any DRMDevice) throws(SystemError) -> String? {
    guard let entry = entries[name] else { return nil }
    return try device.property(entry.property).names.first { $0.value == entry.value }?.name
  }

  /// Returns the value by property id, for restoring it.
  func value(ofProperty property: UInt32) -> UInt64? {
    entries.values.first { $0.property == property }?.value
  }

  /// Returns whether the property's value is a blob id.
  func isBlob(property: UInt32) -> Bool {
    entries.values.contains { $0.property == property && $0.isBlob }
  }
}

extension AtomicRequest {
  mutating func set(_ table: PropertyTable, _ name: String, to value: UInt64) {
    set(table.object, table.id(name), to: value)
  }
}
