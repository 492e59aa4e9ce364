internal import CPulse
internal import Linux

/// libpulse, loaded when it is needed first, and then until the program ends.
///
/// Linking it would bring twenty libraries (X11, libsndfile, D-Bus) into every panel, also one
/// without a sound server.
struct PulseLibrary: @unchecked Sendable {
  // Unchecked because of the C pointers, which are only read.

  /// The library of all programs for PulseAudio 0.9.12 and later, and for pipewire-pulse.
  static let system = SystemLibrary(
    "libpulse.so.0", name: "PulseAudio's library", package: "libpulse0")

  /// The functions, each with the type of its header.
  let functions: CPulseFunctions

  /// Loads the library and looks up its functions; again after a failure, because it may have been
  /// installed since.
  ///
  /// Reads some twenty files where it is loaded first: not for the panel's thread.
  ///
  /// - Parameter fileName: The file, which is looked for where the system has its libraries.
  /// - Throws: `noLibrary`.
  init(fileName: String = PulseLibrary.system.fileName) throws(PulseError) {
    functions = try Self.system.load(
      CPulseFunctions(), from: fileName, lookUp: cpulse_look_up,
      failure: PulseError.noLibrary)
  }

  /// libpulse's own words for one of its errors (pa_strerror).
  func reason(_ code: Int32) -> String {
    functions.pa_strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// A property that is text; nil if there is none (pa_proplist_gets).
  func text(_ key: String, of properties: OpaquePointer?) -> String? {
    guard let properties else { return nil }
    return functions.pa_proplist_gets(properties, key).map { String(cString: $0) }
  }
}
