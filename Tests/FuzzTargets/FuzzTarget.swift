/// Code that parses foreign input, as a function of bytes.
///
/// `make fuzz` calls it with bytes that libFuzzer generates, the unit tests with those of its
/// corpus.
public struct FuzzTarget: Sendable {
  /// The name, which is also that of its input folder in `Tests/FuzzTests/Corpora`.
  public let name: String
  /// The maximum length of an input worth trying, in bytes.
  public let longestInput: Int
  /// Parses the bytes.
  ///
  /// - Throws: `FuzzFailure` if the result violates an invariant.
  public let run: @Sendable (_ bytes: [UInt8]) throws -> Void

  /// All targets, in the order in which they run.
  public static let all =
    [
      layout, panel, touch, recording, picture, text, json,
    ] + testable

  #if DEBUG || TESTABLE
  /// The targets of internal types, which can be tested only with `-enable-testing`.
  private static let testable = [
    broker, payload, entityCommand, topic, osc, wayland, browser, center, socket,
    snapcast, mpd, homeAssistant, house, description, upnp, ssdp, speakers, http, dns, printed,
    history,
    exchange,
  ]
  #else
  private static let testable: [FuzzTarget] = []
  #endif
}

/// A violated invariant.
public struct FuzzFailure: Error, CustomStringConvertible {
  /// The violation, in one sentence without a full stop.
  public let description: String
}

/// Throws unless a condition holds.
func require(
  _ condition: Bool, _ message: @autoclosure () -> String
) throws(FuzzFailure) {
  if !condition { throw FuzzFailure(description: message()) }
}
