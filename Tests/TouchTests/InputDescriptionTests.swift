import Testing

@testable import Touch

@Suite struct InputDescriptionTests {
  @Test(
    "the properties that decide how a device is used are shown, and no serial numbers",
    arguments: [
      ("ID_INPUT", true), ("ID_INPUT_TOUCHSCREEN", true), ("ID_INPUT_WIDTH_MM", true),
      ("ID_PATH", true), ("ID_SEAT", true), ("WL_OUTPUT", true),
      ("LIBINPUT_CALIBRATION_MATRIX", true), ("LIBINPUT_IGNORE_DEVICE", true),
      ("LIBINPUT_DEVICE_GROUP", false), ("ID_SERIAL", false), ("ID_SERIAL_SHORT", false),
      ("ID_USB_SERIAL", false), ("ID_PATH_TAG", false), ("UNIQ", false), ("DEVLINKS", false),
    ])
  func properties(key: String, isShown: Bool) {
    #expect(InputDescription.matters(key) == isShown)
  }

  @Test("the list is limited, and can be read on a machine without input devices")
  func list() throws {
    #expect(try InputDescription.all(limit: 0).isEmpty)
    #expect(try InputDescription.all(limit: 3).count <= 3)
  }
}
