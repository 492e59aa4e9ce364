import Testing

@testable import Controls

/// Lines, answers and requests of the MPD protocol.
@Suite struct MPDAnswerTests {
  @Test(
    "Lines are parsed, and others are refused",
    arguments: [
      ("OK", .ok), ("OK MPD 0.23.12", .greeting),
      ("ACK [2@0] {setvol} Invalid volume value", .refused("Invalid volume value")),
      ("ACK [2@0] no braces", .refused("[2@0] no braces")), ("ACK ", .refused("")),
      ("volume: 37", .unfinished), ("Title: a: b", .unfinished), ("Title: ", .unfinished),
      ("", .malformed), ("OK ", .malformed), ("ok", .malformed), ("ACK", .malformed),
      (": 3", .malformed), ("volume:37", .malformed), ("volume:", .malformed),
      ("HTTP/1.1 400 Bad Request", .malformed),
    ] as [(String, MPDAnswer.Progress)])
  func lines(_ line: String, _ progress: MPDAnswer.Progress) {
    var answer = MPDAnswer()
    #expect(answer.take(Array(line.utf8)) == progress)
  }

  @Test("The text of a refusal is shown without control characters") func controlCharacters() {
    var answer = MPDAnswer()
    let progress = answer.take(Array("ACK [4@0] {status} a\u{1B}b".utf8))
    guard case .refused(let text) = progress else { return #expect(Bool(false)) }
    #expect(!text.contains("\u{1B}"))
  }

  @Test("The names in use are kept, of several values the first, and of a long one the beginning")
  func fields() {
    var answer = MPDAnswer()
    for line in [
      "Artist: A", "Artist: B", "Genre: C", "Title: " + String(repeating: "x", count: 9000),
    ] { _ = answer.take(Array(line.utf8)) }
    #expect(answer.fields.keys.sorted() == ["Artist", "Title"])
    #expect(answer.fields["Artist"] == Array("A".utf8))
    #expect(answer.fields["Title"]?.count == MPDAnswer.valueByteLimit)
  }

  @Test("An answer has a limited number of lines") func lineLimit() {
    var answer = MPDAnswer()
    for _ in 0..<MPDAnswer.lineLimit {
      #expect(answer.take(Array("a: b".utf8)) == .unfinished)
    }
    #expect(answer.take(Array("OK".utf8)) == .tooLong)
  }

  @Test(
    "Arguments are quoted, and have one line",
    arguments: [
      ("secret", #"password "secret""#), (#"a"b\c"#, #"password "a\"b\\c""#),
      ("a\u{22}\u{301}b", "password \"a\\\"\u{301}b\""), ("a\nclear", #"password "a""#),
      ("a\r\nclear", "password \"a\r\""), ("", #"password """#),
    ])
  func requests(_ argument: String, _ line: String) {
    #expect(MPDAnswer.request("password", argument).elementsEqual((line + "\n").utf8))
  }

  @Test(
    "Volumes are never limited to a valid one",
    arguments: [
      (nil, .unavailable), ("-1", .unavailable), ("", .unavailable), ("0", .percent(0)),
      ("100", .percent(100)), ("101", .unusable(.outOfRange, "101")),
      ("300", .unusable(.outOfRange, "300")), ("-2", .unusable(.outOfRange, "-2")),
      ("n/a", .unusable(.unreadable, "n/a")), ("37.5", .unusable(.unreadable, "37.5")),
      ("99999999999999999999", .unusable(.unreadable, "99999999999999999999")),
    ] as [(String?, MPDReport.Volume)])
  func volumes(_ text: String?, _ volume: MPDReport.Volume) {
    let report = MPDReport(text.map { ["volume": Array($0.utf8)] } ?? [:], requestedAt: 0)
    #expect(report.volume == volume)
  }

  @Test(
    "A song without a title shows its station or file",
    arguments: [
      ([:], ""), (["file": "a/b.mp3"], "b.mp3"),
      (["file": "http://h/", "Name": "Radio"], "Radio"),
      (["file": "a", "Name": "Radio", "Title": "Song"], "Song"),
    ] as [([String: String], String)])
  func titles(_ fields: [String: String], _ title: String) {
    let report = MPDReport(fields.mapValues { Array($0.utf8) }, requestedAt: 0)
    #expect(report.texts[.title] == title)
  }
}
