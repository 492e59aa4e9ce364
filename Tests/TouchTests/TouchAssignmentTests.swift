import Testing

@testable import Touch

/// Which touch devices belong to the panel.
@Suite struct TouchAssignmentTests {
  private static func device(_ output: String?) -> TouchDevice {
    TouchDevice(
      name: "Goodix Touch", sysname: "event3", node: "/dev/input/event3", seat: "seat0",
      vendor: 0x0EEF, product: 1, outputName: output, sizeMillimetres: nil, isCalibrated: false,
      pathID: "pci-0000:00:14.0-usb-0:2:1.0")
  }

  @Test(
    arguments: [
      // No device is named: rows 3 to 5.
      (names: [], output: "HDMI-A-1", assigned: nil, uses: true),
      (names: [], output: "HDMI-A-1", assigned: "HDMI-A-1", uses: true),
      (names: [], output: "HDMI-A-1", assigned: "HDMI-A-2", uses: false),
      (names: [], output: nil, assigned: "HDMI-A-2", uses: true),
      // Rows 1 and 2.
      (names: ["Goodix Touch"], output: "HDMI-A-1", assigned: "HDMI-A-2", uses: true),
      (names: ["x", "pci-0000:00:14.0-usb-0:2:1.0"], output: nil, assigned: nil, uses: true),
      (names: ["/dev/input/event3"], output: nil, assigned: nil, uses: true),
      (names: ["event3"], output: nil, assigned: nil, uses: true),
      (names: ["0eef:0001"], output: nil, assigned: nil, uses: true),
      (names: ["eef:1"], output: nil, assigned: nil, uses: false),
      (names: ["Goodix"], output: "HDMI-A-1", assigned: "HDMI-A-1", uses: false),
      (names: [""], output: nil, assigned: nil, uses: false),
    ] as [(names: [String], output: String?, assigned: String?, uses: Bool)])
  func uses(_ row: (names: [String], output: String?, assigned: String?, uses: Bool)) {
    let assignment = TouchAssignment(names: row.names, output: row.output)
    #expect(assignment.uses(Self.device(row.assigned)) == row.uses)
  }
}
