internal import Glibc
internal import Linux

/// Where a monitor is looked for.
public struct MonitorPlace: Hashable, Sendable {
  /// The output that it is connected to, as the kernel names it, such as HDMI-A-1; nil if that is not
  /// known: then there has to be only one monitor.
  public var output: String?
  var drmFolder = DRMOutput.folder
  var deviceFolder = "/dev"
  var library = DDCLibrary.system.fileName

  /// A monitor of this machine.
  public init(output: String? = nil) { self.output = output }

  /// For tests: other folders than the kernel's, and another library.
  package init(output: String?, drmFolder: String, deviceFolder: String, library: String) {
    (self.output, self.drmFolder) = (output, drmFolder)
    (self.deviceFolder, self.library) = (deviceFolder, library)
  }

  var drmOutputs: [DRMOutput] {
    output.map { DRMOutput.all(named: $0, in: drmFolder) } ?? []
  }

  /// - Throws: `noBus` or `denied`: libddcutil would only say that there is no monitor.
  func checkBuses() throws(DDCError) {
    let buses = Folder.names(deviceFolder).filter { $0.hasPrefix("i2c-") }
      .map { "\(deviceFolder)/\($0)" }
    guard let first = buses.first else { throw .noBus }
    guard buses.contains(where: { access($0, R_OK | W_OK) == 0 }) else {
      throw .denied(bus: first)
    }
  }
}
