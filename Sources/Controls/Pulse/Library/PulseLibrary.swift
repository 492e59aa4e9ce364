internal import CPulse
internal import Linux

/// libpulse, loaded on first use, and kept until the program ends.
///
/// Linking it would load twenty libraries (X11, libsndfile, D-Bus) into every panel, even without a
/// sound server.
struct PulseLibrary: @unchecked Sendable {
  // Unchecked because of the C pointers, which are never written.

  /// The client library for PulseAudio 0.9.12 and later, and for pipewire-pulse.
  static let system = SystemLibrary(
    "libpulse.so.0", name: "PulseAudio's library", package: "libpulse0")

  /// The functions, each with its type from the header.
  let functions: CPulseFunctions

  /// Loads the library and looks up its functions; retries after a failure, because the library may
  /// have been installed since.
  ///
  /// Reads some twenty files on first use: do not call it on the panel's thread.
  ///
  /// - Parameter fileName: The file name, searched for in the system's library folders.
  /// - Throws: `noLibrary`.
  init(fileName: String = PulseLibrary.system.fileName) throws(PulseError) {
    functions = try Self.system.load(
      CPulseFunctions(), from: fileName, lookUp: cpulse_look_up,
      failure: PulseError.noLibrary)
  }

  /// Returns libpulse's description of an error code (pa_strerror).
  func reason(_ code: Int32) -> String {
    functions.pa_strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// Returns a text property; nil if there is none (pa_proplist_gets).
  func text(_ key: String, of properties: OpaquePointer?) -> String? {
    guard let properties else { return nil }
    return functions.pa_proplist_gets(properties, key).map { String(cString: $0) }
  }
}
