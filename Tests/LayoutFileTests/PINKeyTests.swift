import Knobs
import Layout
import Testing

@testable import LayoutFile

/// The keys of the PIN, and the keys that depend on it.
@Suite struct PINKeyTests {
  private static func parse(_ panel: String, lock: String = "pin") -> LayoutReader.Outcome {
    LayoutReader.parse(
      bytes: Array(
        """
        version: 1
        panel: {\(panel)}
        knobs:
          k: {center: [400, 240], diameter: 300, guards: {lock: \(lock)}}

        """.utf8), path: "test.yaml", environment: TestAssets.environment)
  }

  @Test(
    "Digits keep their zeros, with and without quotes",
    arguments: [
      ("pin: \"0471\"", "0471"), ("pin: 0471", "0471"), ("pin: '00000000'", "00000000"),
      ("pin: 12345", "12345"), ("pin: 0o17", nil), ("pin: 4711.0", nil), ("pin: 1_234", nil),
      ("pin: 123", nil), ("pin: 123456789", nil), ("pin: \"\"", nil), ("pin:", nil),
      ("pin: [4711]", nil), ("pin: {file: /etc/knobpanel/pin}", "4711"),
      ("pin: {environment: KNOBPANEL_PIN}", "081500"), ("pin: {file: /etc/letters}", nil),
      ("pin: {file: /etc/nothing}", nil),
    ])
  func pin(_ panel: String, digits: String?) throws {
    let outcome = Self.parse(panel)
    #expect((outcome.layout != nil) == (digits != nil), "\(outcome.text)")
    if let digits { #expect(outcome.layout?.panel.pin == PIN(digits) && outcome.text == "") }
  }

  @Test func unlocked() throws {
    let layout = try #require(Self.parse("pin: \"0471\"").layout)
    #expect(layout.panel.pinUnlockedMicroseconds == 60_000_000)
    let other = try #require(Self.parse("pin: \"0471\", pin_unlocked: 5").layout)
    #expect(other.panel.pinUnlockedMicroseconds == 5_000_000)
  }

  @Test("`lock: pin` of the panel locks the whole panel") func wholePanel() throws {
    let outcome = Self.parse("pin: \"0471\", lock: pin")
    #expect(outcome.layout?.panel.isLocked == true && outcome.text == "")
    #expect(try #require(Self.parse("pin: \"0471\"").layout).panel.isLocked == false)
  }

  @Test(
    arguments: [
      ("true", Lock.tap), ("tap", .tap), ("hold", .hold), ("pin", .pin), ("false", nil),
    ] as [(String, Lock?)])
  func locks(_ word: String, lock: Lock?) throws {
    let layout = try #require(Self.parse("pin: \"0471\"", lock: word).layout)
    #expect(layout.knobs[0].guards.lock == lock)
  }

  @Test func buttonsAndPages() throws {
    let outcome = LayoutReader.parse(
      bytes: Array(
        """
        version: 1
        panel: {pin: "0471"}
        knobs: {}
        buttons:
          a: {center: [100, 100], size: [90, 60], text: A, page: one, lock: hold}
          b: {center: [300, 100], size: [90, 60], text: B, page: two, lock: pin}
          c: {center: [500, 100], size: [90, 60], text: C, page: two}
        pages: {one: {}, two: {lock: pin}}

        """.utf8), path: "test.yaml")
    let layout = try #require(outcome.layout, "\(outcome.text)")
    #expect(layout.buttons.map(\.lock) == [.hold, .pin, nil])
    #expect(layout.pages.map(\.isLocked) == [false, true])
  }

  @Test(
    "No message repeats the digits, whatever the error",
    arguments: [
      "pin: \"90517\"", "pin: 90517", "pin: 90517x", "code: 90517",
      "pin: [90517]", "pin: {digits: 90517}",
      "pin: {90517: file}", "pin_code: 90517", "pins: 90517", "pincode: \"90517\"", "pin: '90517",
      "pin: 90517905179", "pin \"90517\"", "pin=90517", "PIN: 90517", "pin: -90517",
    ])
  func secrecy(_ line: String) {
    for rest in ["size: [800, 480]", "sise: [800, 480]", "size: [800, 480", "size: 90", "\tx"] {
      for text in [
        "version: 1\npanel:\n  \(line)\n  \(rest)\nknobs: {}\n",
        "version: 1\npanel: {\(rest), \(line)}\nknobs: {}\n",
      ] {
        let outcome = LayoutReader.parse(bytes: Array(text.utf8), path: "test.yaml")
        #expect(!outcome.text.contains("90517"), "\(text)\n\(outcome.text)")
      }
    }
  }

  @Test("A PIN file that others can read is reported, like a password file") func exposed() {
    var environment = TestAssets.environment
    environment.assets?.isExposed = { $0 == "/etc/knobpanel/pin" }
    let outcome = LayoutReader.parse(
      bytes: Array(
        """
        version: 1
        panel: {pin: {file: /etc/knobpanel/pin}}
        knobs:
          k: {center: [400, 240], diameter: 300, guards: {lock: pin}}

        """.utf8), path: "test.yaml", environment: environment)
    #expect(outcome.text.contains("this file holds a secret, but others can read or write it"))
    #expect(outcome.layout?.panel.pin == PIN("4711"))
  }

  @Test("`pin_unlocked` and the word `pin` are not secrets") func noSecrets() {
    let outcome = LayoutReader.parse(
      bytes: Array(
        """
        version: 1
        panel:
          pin: "0471"
          pin_unlocked: 99999999
        knobs:
          k: {center: [400, 240], diameter: 300, guards: {lock: pin, palm: -12345}}

        """.utf8), path: "test.yaml")
    #expect(outcome.text.contains("99999999") && outcome.text.contains("-12345"))
    #expect(!outcome.text.contains("0471"))
  }
}
