import Controls
import Layout
import Randomness
import Testing

@testable import Diagnostics
@testable import LayoutFile

/// Passwords written into a layout appear in no output of the program.
@Suite struct SecretTests {
  /// Both words are secret; no layout contains them for another reason.
  private static let marks = ["Zx9qLm", "wkvrtyq"]

  /// Layouts with the marks.
  ///
  /// No errors are inserted between `«` and `»`, which include the characters around key and value.
  private static let layouts =
    secrets.flatMap { secret -> [String] in
      // A secret without a colon is one only where a key can be, so that position is protected too.
      let isKey = secret.prefix { $0 != "\n" }.contains { $0 == ":" || $0 == "=" }
      let (line, comma) = isKey ? ("\n     « ", ",« ") : ("«\n      ", "«, ")
      let block = """
        version: 1
        panel: {size: [800, 480], theme: paper}
        connections:
          # The broker in the hall.
          home:
            mqtt:
              host: 10.0.0.2
              username: panel\(line)\(secret)
        »      client_id: hall
        knobs:
          lamp:
            center: [400, 240]
            diameter: 300
            name: Lamp
            control: {mqtt: {set: home/lamp/set}}

        """
      guard !secret.contains("\n") else { return [block] }
      let flow = """
        version: 1
        connections: {home: {mqtt: {host: 10.0.0.2, username: panel\(comma)\(secret) »}}}
        knobs:
          lamp: {center: [400, 240], diameter: 300, control: {mqtt: {set: home/lamp/set}}}

        """
      return [block, flow]
    } + [
      """
      version: 1
      styles:
        quiet:« {name: &word Zx9qLm wkvrtyq}»
      connections:
        home:
          mqtt:
            host: 10.0.0.2
            username: panel«
            password: *word
      »knobs:
        lamp: {center: [400, 240], diameter: 300, use: quiet, name: *word}

      """,
      """
      version: 1
      connections:
        - name: home
          host:« mqtt://panel:Zx9qLm@wkvrtyq:1883@10.0.0.2»
          port: 1883
      knobs:
        lamp: {center: [400, 240], diameter: 300}

      """,
    ]

  private static let secrets =
    [
      "password", "pasword", "passwd", "pass", "Password", "passphrase", "secret", "token",
      "api_key",
      "mqtt-password", "wifiPass", "credentials",
    ].map { "\($0): Zx9qLm wkvrtyq" } + [
      "password: \"Zx9qLm, wkvrtyq\"", "password: 'Zx9qLm: wkvrtyq'", "\"password\": Zx9qLm",
      "'password' : Zx9qLm", "password: &p Zx9qLm", "password: !!str Zx9qLm  # wkvrtyq",
      "password: !Zx9qLm wkvrtyq", "password: *Zx9qLm", "password: [Zx9qLm, wkvrtyq]",
      "password: {Zx9qLm: wkvrtyq}", "password: {path: Zx9qLm}", "password: #Zx9qLm",
      "password: wkvrtyq#Zx9qLm", "password: Zx9qLm`wkvrtyq", "password: Zx9qLm\\wkvrtyq",
      "password:Zx9qLm", "password=Zx9qLm", "password Zx9qLm", "passwordZx9qLm",
      "password\"Zx9qLm\"", "password: Zx9qLm,wkvrtyq", "? password\n      : Zx9qLm wkvrtyq",
      "password: |\n        Zx9qLm\n        wkvrtyq", "password: >-\n        Zx9qLm: wkvrtyq",
      "password: |\n    Zx9qLm", "password: \"Zx9qLm\n        wkvrtyq\"",
      "password: Zx9qLm\n        wkvrtyq", "password:\n        Zx9qLm wkvrtyq",
      "password:\n      Zx9qLm", "password:\n    Zx9qLm",
      "password:\n      - Zx9qLm\n      - wkvrtyq",
      "password:\n\n        # where?\n        Zx9qLm", "password:\n        wkvrtyq: Zx9qLm",
      "password: {\n        Zx9qLm}", "key: |\n        -----BEGIN PRIVATE KEY-----\n        Zx9qLm",
      "tls: {key: Zx9qLm}", "-----BEGIN RSA PRIVATE KEY-----\nZx9qLm\nwkvrtyq\n-----END",
    ]

  @Test("The layouts contain secrets to find") func layoutsContainMarks() {
    #expect(Self.layouts.count > 70)
    #expect(Self.layouts.allSatisfy { layout in Self.marks.contains { layout.contains($0) } })
  }

  @Test("A layout's secrets are not shown, whatever else is wrong with it", arguments: layouts)
  func secretsAreNotShown(layout: String) throws {
    var random = SeededGenerator(seed: UInt64(layout.utf8.count))
    check(layout.filter { $0 != "«" && $0 != "»" }, isIncluded: true)
    for _ in 0..<Self.corruptedCount {
      var corrupted = CorruptedText(layout)
      for _ in 0..<Int.random(in: 1...3, using: &random) { corrupted.corrupt(using: &random) }
      check(corrupted.text, isIncluded: false)
    }
  }

  /// The number of layouts with errors made from each.
  private static let corruptedCount = 20

  /// Checks all output for a layout, and for another that includes it.
  private func check(_ text: String, isIncluded: Bool) {
    var environment = LayoutEnvironment()
    environment.readFile = { _, _ in .success(Array(text.utf8)) }
    let includer = "version: 1\ninclude: part.yaml\nknobs: 1\n"
    for layout in isIncluded ? [text, includer] : [text] {
      let outcome = parse(layout, environment: environment)
      var output = [outcome.text, DiagnosticPrinter.json(outcome.diagnostics)]
      let fault = LayoutFault(outcome)
      output += [fault.line, fault.report, fault.hint ?? ""]
      for span in outcome.diagnostics.flatMap({ [$0.span] + $0.related.map(\.span) }) {
        for around in [0, 9] {
          guard let excerpt = span.excerpt(linesAround: around, columns: 300) else { continue }
          output += [excerpt.before + excerpt.marked + excerpt.after]
          output += (excerpt.above + excerpt.below).map(\.text)
        }
      }
      let all = output.joined(separator: "\n").lowercased()
      for mark in Self.marks where all.contains(mark.lowercased()) {
        Issue.record("\(mark) is shown of\n\(layout)\(text)\n\(outcome.text)")
      }
    }
  }

  @Test(
    "Text that is not secret is shown",
    arguments: [
      "bass: {center: [1, 1]}", "name: Low pass", "low-pass: 3", "secure: true", "sectors: [a, b]",
      "password: {file: /etc/knobpanel/mqtt}", "password:\n  file: secret.txt",
      "password: {environment: MQTT_PASSWORD}", "key: panel.key", "key: /etc/ssl/panel",
      "input: {key: 143}",
      "host: 10.0.0.2:1883", "host: \"[fe80::1]:1883\"", "# the password is in a file",
      "name: Token",
      "set: home/lamp/set@2", "passed: 3", "labels: [Secret, Token]", "name: \"My secret\"",
      "# passwords are elsewhere",
    ])
  func otherTextIsShown(text: String) {
    let file = SourceFile(path: "a.yaml", bytes: Array(text.utf8))
    #expect(file.secrets.isEmpty)
  }

  @Test("A long line of words that name secrets is searched once")
  func longLine() {
    // Searching the line again for each word would take minutes.
    let words = String(repeating: "token key:/ ", count: 40_000)
    let file = SourceFile(path: "a.yaml", bytes: Array("name: \(words)password: hunter2".utf8))
    #expect(file.secrets == [file.scalars.count - 7..<file.scalars.count])
  }

  @Test("Text after a private key is shown") func textAfterKey() {
    let key = "-----BEGIN PRIVATE KEY-----\nZx9qLm\n-----END PRIVATE KEY-----\n"
    let file = SourceFile(path: "a.yaml", bytes: Array((key + "name: hall\nvalue: 3\n").utf8))
    let hidden = file.secrets
    #expect(hidden.first?.lowerBound == 0)
    #expect(hidden.last.map { $0.upperBound <= key.unicodeScalars.count } == true)
  }

  @Test("Only three keys of the language look like secrets") func keysOfTheLanguage() {
    var found: Set<String> = []
    func visit(_ keys: [KeyDescription]) {
      for key in keys {
        if SecretNames.contains(Array(key.key.unicodeScalars)[...]) { found.insert(key.key) }
        visit(key.keys)
      }
    }
    visit(ControlRegistry.standard.language.keys)
    #expect(found == ["password", "pin", "token"])
  }

  @Test(
    "A mask has a fixed length, and marks keep their positions",
    arguments: [
      // The line with secrets between bars, the marked range, the text shown, and its underline.
      ("a: 1, |secret| b", 3..<4, "a: 1, ******** b", "   ^"),
      ("|long secret value|", 0..<4, "********", "^~~~~~~~"),
      ("x: |s|", 3..<4, "x: ********", "   ^~~~~~~~"),
      ("x: |s|", 4..<4, "x: ********", "           ^"),
      (
        "x: |secret| y: |other| z", 19..<20, "x: ******** y: ******** z",
        "                        ^"
      ),
      ("x: |secret| y", 1..<6, "x: ******** y", " ^~~~~~~~~~"),
      ("x: |secret| y", 6..<11, "x: ******** y", "   ^~~~~~~~~~"),
    ])
  func mask(_ written: String, _ marked: Range<Int>, _ shown: String, _ mark: String) {
    var scalars: [Unicode.Scalar] = []
    var hidden: [Range<Int>] = []
    var start: Int?
    for scalar in written.unicodeScalars {
      guard scalar == "|" else {
        scalars.append(scalar)
        continue
      }
      if let first = start { hidden.append(first..<scalars.count) }
      start = start == nil ? scalars.count : nil
    }
    let line = ShownLine(scalars[...], hiding: hidden)
    let file = SourceFile(path: "a", bytes: Array(String(String.UnicodeScalarView(scalars)).utf8))
    let range = line.range(of: file.span(marked))
    #expect(String(String.UnicodeScalarView(line.scalars)) == shown)
    let spaces = String(repeating: " ", count: range.lowerBound)
    #expect(spaces + "^" + String(repeating: "~", count: max(0, range.count - 1)) == mark)
  }

  @Test(
    "A message about a secret has none of its words",
    arguments: [
      ("no key `hunter2`", "no key `********`"), ("no key `q hunter2 q`", "no key `********`"),
      ("`password` must not be `hunter2`", "`password` must not be `********`"),
      ("`hunt...` is long", "`********` is long"), ("at most 2, not 7", "at most 2, not 7"),
      ("at most 5, but this is 7", "at most 5, but this is ********"),
      ("`h` is at most 5, but this is 7", "`********` is at most 5, but this is ********"),
      ("`password` expects a list, but this is a mapping", nil), ("not a `key: value` line", nil),
    ])
  func messages(text: String, masked: String?) {
    let file = SourceFile(path: "a.yaml", bytes: Array("a: 1\npassword: hunter2 ok\n".utf8))
    let secret = file.span(15..<20)
    let other = file.span(0..<1)
    let shown = { (span: SourceSpan, related: [Diagnostic.Related]) in
      Diagnostic(.error, text, at: span, hint: text, related: related).withoutSecrets
    }
    #expect(shown(secret, []).message == masked ?? text)
    #expect(shown(secret, []).hint == (text.contains("hunt") ? nil : text))
    #expect(shown(other, []).message == text)
    let related = shown(other, [.init(span: secret, message: text)])
    #expect(related.related.map(\.message) == [masked ?? text])
  }

  @Test("A value with escapes is not shown") func escapes() {
    let file = SourceFile(path: "a.yaml", bytes: Array("password: \"h\\x75nter2\"\n".utf8))
    let error = Diagnostic(.error, "not `hunter2`", at: file.span(10..<20)).withoutSecrets
    #expect(error.message == "not `********`")
  }
}

/// A layout into which errors are inserted, except in protected parts.
private struct CorruptedText {
  private var scalars: [Unicode.Scalar] = []
  private var isKept: [Bool] = []

  /// - Parameter layout: Text between `«` and `»` is protected.
  init(_ layout: String) {
    var isKept = false
    for scalar in layout.unicodeScalars {
      if scalar == "«" || scalar == "»" {
        isKept = scalar == "«"
      } else {
        scalars.append(scalar)
        self.isKept.append(isKept)
      }
    }
  }

  var text: String { String(String.UnicodeScalarView(scalars)) }

  private static let tokens = [
    ":", ": ", "- ", "\"", "'", "{", "}", "[", "]", "|\n", "#", "&a ", "*a ", "!x ", "\t", "\n",
    "? ", ",", "x", "---\n", "\u{7}", "\r",
  ].map { Array($0.unicodeScalars) }

  mutating func corrupt(using random: inout SeededGenerator) {
    let free = isKept.indices.filter { !isKept[$0] }
    let colons = free.filter { scalars[$0] == ":" }
    let starts = free.filter { $0 == 0 || scalars[$0 - 1] == "\n" }
    switch Int.random(in: 0..<7, using: &random) {
    case 0: remove(colons.randomElement(using: &random), 1)
    case 1: remove(free.randomElement(using: &random), 1)
    case 2: remove(free.randomElement(using: &random), Int.random(in: 2...30, using: &random))
    case 3: insert([" ", " "], at: starts.randomElement(using: &random))
    case 4: remove(starts.randomElement(using: &random), 2)
    case 5: insert(["q"], at: free.randomElement(using: &random))
    default:
      let token = Self.tokens.randomElement(using: &random) ?? []
      insert(token, at: free.randomElement(using: &random))
    }
  }

  private mutating func remove(_ start: Int?, _ count: Int) {
    guard let start else { return }
    let end =
      isKept[start...].prefix(count).firstIndex(of: true) ?? min(start + count, isKept.count)
    scalars.removeSubrange(start..<end)
    isKept.removeSubrange(start..<end)
  }

  private mutating func insert(_ text: [Unicode.Scalar], at index: Int?) {
    guard let index else { return }
    scalars.insert(contentsOf: text, at: index)
    isKept.insert(contentsOf: text.map { _ in false }, at: index)
  }
}
