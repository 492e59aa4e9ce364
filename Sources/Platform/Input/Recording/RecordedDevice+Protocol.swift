extension RecordedDevice {
  /// Determines how the device reports contacts, from its axes and, without multitouch, also its
  /// events.
  ///
  /// - Returns: The protocol; nil if it is not a touch device.
  /// - Throws: `RecordingError.emptyAxis` if a touch device has an axis without extent.
  func touchProtocol(
    seenIn events: [RecordedEvent], path: String
  ) throws(RecordingError) -> TouchProtocol? {
    if axes[Evdev.contactX] != nil, axes[Evdev.contactY] != nil {
      let (x, y) = try ranges(Evdev.contactX, Evdev.contactY, path: path)
      guard let slots = axes[Evdev.slot] else { return .anonymous(x: x, y: y) }
      guard slots.maximum >= 0 else {
        throw .emptyAxis(path: path, device: name, axis: "ABS_MT_SLOT", range: slots)
      }
      // The kernel allows at most 1024 (input_mt_init_slots).
      return .slots(x: x, y: y, count: Int(min(slots.maximum, 1023)) + 1)
    }
    guard axes[Evdev.x] != nil, axes[Evdev.y] != nil,
      events.contains(where: { $0.type == Evdev.key && $0.code == Evdev.touch })
    else { return nil }
    let (xCode, yCode) = positionCodes(seenIn: events)
    let (x, y) = try ranges(xCode, yCode, path: path)
    return .singleTouch(xCode: xCode, x: x, yCode: yCode, y: y)
  }

  /// Returns the axes that report the contact's position.
  ///
  /// A HID controller that is both a mouse and a digitizer has two pairs of X and Y. Old kernels
  /// assigned the next free codes, Z and RX, to the second pair (`hidinput_configure_usage`); newer
  /// ones create two devices, each with X and Y. In a recording of the former, only the second pair
  /// changes.
  private func positionCodes(seenIn events: [RecordedEvent]) -> (UInt16, UInt16) {
    var moved: Set<UInt16> = []
    for event in events where event.type == Evdev.absolute && event.code <= Evdev.rotationX {
      moved.insert(event.code)
    }
    let usesSecondPair =
      moved == [Evdev.z, Evdev.rotationX] && axes[Evdev.z] != nil && axes[Evdev.rotationX] != nil
    return usesSecondPair ? (Evdev.z, Evdev.rotationX) : (Evdev.x, Evdev.y)
  }

  private func ranges(
    _ xCode: UInt16, _ yCode: UInt16, path: String
  ) throws(RecordingError) -> (AxisRange, AxisRange) {
    (try range(xCode, path: path), try range(yCode, path: path))
  }

  private func range(_ code: UInt16, path: String) throws(RecordingError) -> AxisRange {
    let range = axes[code] ?? AxisRange(minimum: 0, maximum: 0)
    guard !range.isDegenerate else {
      throw .emptyAxis(
        path: path, device: name, axis: Self.axisNames[code] ?? "axis \(code)", range: range)
    }
    return range
  }

  private static let axisNames: [UInt16: String] = [
    Evdev.x: "ABS_X", Evdev.y: "ABS_Y", Evdev.z: "ABS_Z", Evdev.rotationX: "ABS_RX",
    Evdev.contactX: "ABS_MT_POSITION_X", Evdev.contactY: "ABS_MT_POSITION_Y",
  ]
}
