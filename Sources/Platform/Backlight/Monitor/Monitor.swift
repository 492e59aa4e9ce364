internal import CLibddcutil
internal import Glibc
internal import Linux

/// A monitor whose backlight is set through DDC/CI.
///
/// Every call may take seconds. Source: VESA's Monitor Control Command Set, feature 10h,
/// "Luminance": its current and maximum values have 16 bits each.
struct Monitor {
  /// Its model, as reported by the monitor.
  let name: String
  /// The first block of its EDID.
  let edid: [UInt8]

  private let library: DDCLibrary
  private let reference: DDCA_Display_Ref

  private static let luminance: DDCA_Vcp_Feature_Code = 0x10

  /// Finds the monitor at an output.
  ///
  /// - Parameters:
  ///   - library: The library that finds it.
  ///   - isAgain: Whether monitors may have changed since the library last searched.
  ///   - options: The output, and the location of the kernel's files.
  /// - Throws: The reason why there is none.
  init(_ library: DDCLibrary, isAgain: Bool, options: MonitorOptions) throws(DDCError) {
    try options.checkBuses()
    if isAgain { _ = library.functions.ddca_redetect_displays() }
    let found = Self.all(library)
    let chosen = Self.choose(found, for: options)
    guard let monitor = chosen.first else {
      throw .noMonitor(output: options.drmOutputs.isEmpty ? nil : options.output)
    }
    guard chosen.count == 1 else { throw .severalMonitors(chosen.map(\.name)) }
    (name, edid, reference) = (monitor.name, monitor.edid, monitor.reference)
    self.library = library
  }

  /// Returns its brightness and its maximum brightness.
  ///
  /// - Throws: `withoutBrightness` or `refused`.
  func read() throws(DDCError) -> (value: Int, maximum: Int) {
    try withHandle { handle throws(DDCError) in
      var value = DDCA_Non_Table_Vcp_Value()
      let status = library.functions.ddca_get_non_table_vcp_value(handle, Self.luminance, &value)
      if clibddcutil_is_unsupported(status) { throw .withoutBrightness(monitor: name) }
      try check(status)
      let maximum = Int(value.mh) << 8 | Int(value.ml)
      guard maximum > 0 else { throw .withoutBrightness(monitor: name) }
      return (Int(value.sh) << 8 | Int(value.sl), maximum)
    }
  }

  /// Sets its brightness.
  ///
  /// - Throws: `refused`.
  func write(_ value: Int) throws(DDCError) {
    try withHandle { handle throws(DDCError) in
      try check(
        library.functions.ddca_set_non_table_vcp_value(
          handle, Self.luminance, UInt8(truncatingIfNeeded: value >> 8),
          UInt8(truncatingIfNeeded: value)))
    }
  }

  /// Opens the monitor for one call: between calls, other programs may use it, and it may be
  /// unplugged.
  private func withHandle<Result>(
    _ body: (DDCA_Display_Handle?) throws(DDCError) -> Result
  ) throws(DDCError) -> Result {
    var handle: DDCA_Display_Handle?
    try check(library.functions.ddca_open_display2(reference, false, &handle))
    defer { _ = library.functions.ddca_close_display(handle) }
    return try body(handle)
  }

  private func check(_ status: DDCA_Status) throws(DDCError) {
    if let reason = library.failure(status) { throw .refused(monitor: name, reason: reason) }
  }

  // MARK: Choosing

  private struct Found {
    let name: String
    let reference: DDCA_Display_Ref
    let edid: [UInt8]
    let bus: Int32?

    init(_ reference: DDCA_Display_Ref, _ properties: clibddcutil_display) {
      self.reference = reference
      name = withUnsafeBytes(of: properties.model_name) { bytes in
        let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return name.isEmpty ? "the monitor" : "monitor \"\(name)\""
      }
      edid = withUnsafeBytes(of: properties.edid) { Array($0) }
      bus = properties.bus < 0 ? nil : properties.bus
    }
  }

  private static func all(_ library: DDCLibrary) -> [Found] {
    var references: UnsafeMutablePointer<DDCA_Display_Ref?>?
    guard library.functions.ddca_get_display_refs(false, &references) == 0, let references
    else { return [] }
    defer { free(references) }
    var all: [Found] = []
    var next = references
    while let reference = next.pointee {
      next += 1
      var information: UnsafeMutablePointer<DDCA_Display_Info>?
      guard library.functions.ddca_get_display_info(reference, &information) == 0,
        let information
      else { continue }
      defer { library.functions.ddca_free_display_info(information) }
      all.append(Found(reference, library.properties(information)))
    }
    return all
  }

  /// Returns the monitors that may be at the output: by EDID, and by bus if several have the same
  /// EDID.
  private static func choose(_ found: [Found], for options: MonitorOptions) -> [Found] {
    let outputs = options.drmOutputs
    // A compositor does not report which output the window is on, and some drivers have no EDID.
    guard !outputs.isEmpty else { return found }
    let sameEDID = found.filter { monitor in outputs.contains { $0.edid == monitor.edid } }
    let buses = outputs.compactMap(\.bus)
    let onBus = sameEDID.filter { monitor in monitor.bus.map(buses.contains) ?? false }
    return onBus.isEmpty ? sameEDID : onBus
  }
}
