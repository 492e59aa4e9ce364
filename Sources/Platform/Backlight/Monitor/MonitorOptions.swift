internal import Glibc
internal import Linux

/// The location at which to search for a monitor.
public struct MonitorOptions: Hashable, Sendable {
  /// The kernel's name of the output to which it is connected, such as HDMI-A-1; nil if unknown:
  /// then there must be only one monitor.
  public var output: String?
  var drmFolder = DRMOutput.folder
  var deviceFolder = "/dev"
  var libraries = DDCLibrary.fileNames

  /// Creates the location of a monitor of this machine.
  public init(output: String? = nil) { self.output = output }

  /// Creates a location with other folders and libraries, for tests.
  package init(output: String?, drmFolder: String, deviceFolder: String, libraries: [String]) {
    (self.output, self.drmFolder) = (output, drmFolder)
    (self.deviceFolder, self.libraries) = (deviceFolder, libraries)
  }

  var drmOutputs: [DRMOutput] {
    output.map { DRMOutput.all(named: $0, in: drmFolder) } ?? []
  }

  /// Checks for accessible I2C buses; without them, libddcutil only reports a missing monitor.
  ///
  /// - Throws: `noBus` or `denied`.
  func checkBuses() throws(DDCError) {
    let buses = Folder.names(deviceFolder).filter { $0.hasPrefix("i2c-") }
      .map { "\(deviceFolder)/\($0)" }
    guard let first = buses.first else { throw .noBus }
    guard buses.contains(where: { access($0, R_OK | W_OK) == 0 }) else {
      throw .denied(bus: first)
    }
  }
}
