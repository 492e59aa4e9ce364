import Foundation
import JSON
import Testing

@testable import PanelApplication

/// The states and changes that programs read and request, on a manual clock.
@Suite struct SocketStateTests {
  private static let text = """
    version: 1
    knobs:
      a: {center: [150, 150], diameter: 150, value: 20, step: 1, limit: 60}
      b: {center: [400, 150], diameter: 150, value: 30}
      source: {center: [650, 150], diameter: 150, sectors: [Radio, CD]}
      sum: {center: [150, 350], diameter: 100, control: {group: {members: [a, b]}}}
    buttons:
      low: {center: [400, 400], size: [140, 60], preset: {a: 5}, kind: toggle}
    labels:
      - {text: "now {value}", at: [600, 400], value: {file: {path: /nowhere/value}}}
    pages: {one: {}, two: {}}

    """

  private func withRig(_ body: (SocketRig, SocketPeer) throws -> Void) throws {
    try Knobpanel.inFolder { folder in
      let rig = try SocketRig(in: folder, text: Self.text)
      rig.server.utcMicroseconds = { 1_795_858_200_250_000 }
      try body(rig, try rig.connect())
    }
  }

  private func line(_ peer: SocketPeer) throws -> JSONValue {
    let line = try #require(try peer.line())
    return try #require(JSONValue(parsing: Array(line.utf8)), "\(line)")
  }

  @Test("A watching program first gets the states, with the date")
  func states() throws {
    try withRig { _, peer in
      #expect(try peer.ask(#"{"command": "watch", "id": 1}"#).line == #"{"id": 1, "ok": true}"#)
      let state = try line(peer)
      #expect(state["event"]?.string == "state")
      #expect(state["time"]?.string == "2026-11-28T09:30:00.250Z")
      #expect(
        state["knobs"]?.array?.compactMap { $0["knob"]?.string } == ["a", "b", "source", "sum"])
      #expect(
        state["buttons"]?.line == #"[{"button": "low", "on": false, "state": "online"}]"#)
      #expect(state["labels"]?.array?.first?["text"]?.string == "now –")
      #expect(state["page"]?.string == "one" && state["screen"]?["state"]?.string == "lit")
    }
  }

  @Test(
    "A filter selects states and events",
    arguments: [
      (#""ids": ["a"]"#, ["a"], ["a"]), (#""ids": ["low"]"#, [], ["low"]),
      (#""kinds": ["button"]"#, [], ["low"]),
      (#""kinds": ["knob"], "ids": ["a", "low"]"#, ["a"], ["a"]),
      (
        #""events": ["pressed"], "kinds": ["knob", "button"]"#, ["a", "b", "source", "sum"], ["low"]
      ),
    ] as [(String, [String], [String])])
  func filter(_ filter: String, _ knobs: [String], _ items: [String]) throws {
    try withRig { _, peer in
      _ = try peer.ask("{\"command\": \"watch\", \(filter)}")
      #expect((try line(peer)["knobs"]?.array ?? []).compactMap { $0["knob"]?.string } == knobs)
      // Events follow the round in which their requests were handled.
      _ = peer.send(#"{"command": "press", "button": "low", "id": 1}"# + "\n")
      while try line(peer)["id"]?.number != 1 {}
      _ = peer.send(#"{"command": "get", "knob": "a", "id": 2}"# + "\n")
      var seen: [String] = []
      while true {
        let next = try line(peer)
        if next["id"]?.number == 2 { break }
        #expect(next["source"]?.string == "socket")
        if let id = (next["knob"] ?? next["button"])?.string, !seen.contains(id) { seen.append(id) }
      }
      #expect(seen == items)
    }
  }

  @Test("An unknown id in a filter is refused")
  func unknownFilter() throws {
    try withRig { _, peer in
      let answer = try peer.ask(#"{"command": "watch", "ids": ["lw"]}"#)
      #expect(answer["error"]?.string == "the layout has no item 'lw'")
      #expect(answer["hint"]?.string?.hasPrefix("did you mean 'low'?") == true)
    }
  }

  @Test("Buttons and labels are read by their names")
  func items() throws {
    try withRig { _, peer in
      #expect(
        try peer.ask(#"{"command": "get", "button": "low"}"#).line
          == #"{"ok": true, "button": "low", "on": false, "state": "online"}"#)
      let label = try peer.ask(#"{"command": "get", "item": "now {value}"}"#)
      #expect(label["text"]?.string == "now –" && label["state"]?.string == "unknown")
      _ = try peer.ask(#"{"command": "press", "button": "low"}"#)
      #expect(try peer.ask(#"{"command": "get", "item": "low"}"#)["on"]?.bool == true)
    }
  }

  @Test("Several values are set together, or none of them")
  func several() throws {
    try withRig { _, peer in
      let answer = try peer.ask(
        #"{"command": "set", "values": {"a": "+5", "source": "CD"}}"#)
      #expect(answer["knobs"]?.array?.compactMap { $0["value"]?.number } == [25, 1])
      for values in [
        #"{"a": 1, "source": "Tape"}"#, #"{"a": 1, "b": 101}"#, #"{"a": 1, "c": 1}"#,
        #"{"a": 1, "a": 2}"#,
      ] {
        let refused = try peer.ask("{\"command\": \"set\", \"values\": \(values)}")
        #expect(refused["ok"]?.bool == false, "\(values)")
        #expect(try peer.ask(#"{"command": "get", "knob": "a"}"#)["value"]?.number == 25)
      }
    }
  }

  @Test(
    "An answer says what has limited a value",
    arguments: [
      ("a", "90", 60, "limit"), ("a", "\"+500\"", 60, "range"), ("a", "12.4", 12, "step"),
      ("a", "12", 12, nil), ("sum", "100", nil, "group"),
    ] as [(String, String, Double?, String?)])
  func limits(_ knob: String, _ value: String, _ result: Double?, _ cause: String?) throws {
    try withRig { _, peer in
      let answer = try peer.ask(
        "{\"command\": \"set\", \"knob\": \"\(knob)\", \"value\": \(value)}")
      #expect(answer["limited_by"]?.string == cause, "\(answer.line)")
      #expect((answer["asked"] == nil) == (cause == nil))
      if let result { #expect(answer["value"]?.number == result) }
    }
  }

  @Test("A value over a time is answered with its target, and reached in that time")
  func over() throws {
    try withRig { rig, peer in
      let answer = try peer.ask(
        #"{"command": "set", "values": {"a": 90, "b": 0}, "over": "2s"}"#)
      let knobs = try #require(answer["knobs"]?.array)
      #expect(knobs.compactMap { $0["target"]?.number } == [60, 0])
      #expect(knobs[0]["limited_by"]?.string == "limit" && knobs[0]["value"]?.number == 20)
      try rig.rig.pass(milliseconds: 1000)
      let middle = try peer.ask(#"{"command": "get", "knob": "a"}"#)
      #expect(abs((middle["value"]?.number ?? 0) - 40) <= 1 && middle["target"]?.number == 60)
      try rig.rig.pass(milliseconds: 1100)
      let end = try peer.ask(#"{"command": "get", "knob": "a"}"#)
      #expect(end["value"]?.number == 60 && end["target"] == nil)
    }
  }

  @Test("A picture requested after a page shows that page, although the display accepts no frame")
  func screenshot() throws {
    try withRig { rig, peer in
      func shot() throws -> String? {
        peer.send("{\"command\": \"screenshot\"}\n")
        try rig.rig.pass(milliseconds: 500)
        return try line(peer)["png"]?.string
      }
      let one = try shot()
      _ = try peer.ask(#"{"command": "page", "page": "two"}"#)
      let two = try shot()
      #expect(one != two)
      try rig.rig.pass(milliseconds: 2000)
      #expect(try shot() == two)
    }
  }
}
