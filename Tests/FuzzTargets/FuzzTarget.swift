/// Code that reads what others wrote, as a function of bytes.
///
/// `make fuzz` calls it with bytes that libFuzzer makes up, the unit tests with those of its corpus.
public struct FuzzTarget: Sendable {
  /// The name, which is also that of its folder of inputs in `Tests/FuzzTests/Corpora`.
  public let name: String
  /// The most bytes of an input that are worth trying.
  public let longestInput: Int
  /// Reads the bytes.
  ///
  /// - Throws: `FuzzFailure` if what came out is not what must hold for any input.
  public let run: @Sendable (_ bytes: [UInt8]) throws -> Void

  /// All targets, in the order in which they are run.
  public static let all =
    [
      layout, panel, touch, recording, picture, text, json,
    ] + testable

  #if DEBUG || TESTABLE
  /// Those of internal types, which can be tested only where `-enable-testing` is set.
  private static let testable = [
    broker, payload, entityCommand, topic, osc, wayland, browser, center, socket,
    snapcast, upnp, dns, printed, history, exchange,
  ]
  #else
  private static let testable: [FuzzTarget] = []
  #endif
}

/// Something that must hold for any input and did not.
public struct FuzzFailure: Error, CustomStringConvertible {
  /// What did not hold, in one sentence without a full stop.
  public let description: String
}

/// Throws unless a condition holds.
func require(
  _ condition: Bool, _ message: @autoclosure () -> String
) throws(FuzzFailure) {
  if !condition { throw FuzzFailure(description: message()) }
}
