import JSON
import Panel
import Program
import Randomness
import Testing

@testable import PanelApplication

/// Parsing lines that programs send.
@Suite struct SocketRequestTests {
  @Test(
    arguments: [
      (#"{"command": "get"}"#, .get(.all)),
      (#"{"command": "get", "knob": "a"}"#, .get(.knob("a"))),
      (#"{"command": "get", "button": "a"}"#, .get(.button("a"))),
      (#"{"command": "get", "label": "a"}"#, .get(.label("a"))),
      (#"{"command": "get", "item": "a"}"#, .get(.any("a"))),
      (
        #"{"command": "set", "knob": "a", "value": 42}"#,
        .set([KnobSetting(knob: "a", .number(42))], overMicroseconds: 0, isList: false)
      ),
      (
        #"{"command": "set", "knob": "a", "value": "+5", "over": 0.5}"#,
        .set([KnobSetting(knob: "a", .text("+5"))], overMicroseconds: 500_000, isList: false)
      ),
      (
        #"{"command": "set", "values": {"a": 1, "b": "50%"}, "over": "2min"}"#,
        .set(
          [KnobSetting(knob: "a", .number(1)), KnobSetting(knob: "b", .text("50%"))],
          overMicroseconds: 120_000_000, isList: true)
      ),
      (#"{"command": "press", "button": "mute"}"#, .press(button: "mute")),
      (#"{"command": "page", "page": "next"}"#, .page("next")),
      (#"{"command": "clean", "seconds": 30}"#, .clean(seconds: 30)),
      (#"{"command": "message", "text": "Dinner"}"#, .message(.show(PanelMessage("Dinner")))),
      (#"{"command": "message", "text": "", "id": "a"}"#, .message(.withdraw(id: "a"))),
      (#"{"command": "screen", "on": false}"#, .screen(isOn: false)),
      (#"{"command": "screen", "brightness": 40}"#, .brightness(40)),
      (#"{"command": "watch", "more": [1, {}]}"#, .watch(EventFilter())),
      (
        #"{"command": "watch", "ids": ["a"], "kinds": ["knob"], "events": ["changed"]}"#,
        .watch(EventFilter(ids: ["a"], kinds: [.knob], events: ["changed"]))
      ),
      (#"{"command": "reload"}"#, .reload(isCheck: false)),
      (#"{"command": "reload", "check": true}"#, .reload(isCheck: true)),
      (#"{"command": "status"}"#, .status),
      (#"  {"command":"screenshot"}  "#, .screenshot),
    ] as [(String, SocketRequest)])
  func requests(_ line: String, _ request: SocketRequest) throws {
    #expect(try SocketRequest(JSONValue(parsing: Array(line.utf8))) == request)
  }

  @Test(arguments: [
    ("", "this is not a JSON object"), ("hello", "this is not a JSON object"),
    ("[]", "this is not a JSON object"), ("{\"command\"", "this is not a JSON object"),
    ("{}", "`command` is missing or not a string"),
    (#"{"command": 1}"#, "`command` is missing or not a string"),
    (#"{"command": "fly"}"#, "unknown command \"fly\""),
    (#"{"command": "set", "value": 1}"#, "`knob` is missing or not a string"),
    (#"{"command": "set", "knob": "a"}"#, "`value` must be a number or a string"),
    (#"{"command": "set", "knob": "a", "value": null}"#, "`value` must be a number or a string"),
    (
      #"{"command": "set", "knob": "a", "value": 1, "over": 4000}"#,
      "`over` must be a time from 0 to 1 hour"
    ),
    (
      #"{"command": "set", "knob": "a", "value": 1, "over": "long"}"#,
      "`over` must be a time from 0 to 1 hour"
    ),
    (#"{"command": "set", "values": {}}"#, "`values` must be an object with 1 to 200 values"),
    (#"{"command": "set", "values": {"a": []}}"#, "`value` must be a number or a string"),
    (
      #"{"command": "set", "knob": "a", "values": {"a": 1}}"#,
      "`values` and `knob` exclude each other"
    ),
    (
      #"{"command": "get", "knob": "a", "button": "b"}"#,
      "`knob` and `button` exclude each other"
    ),
    (#"{"command": "watch", "ids": "a"}"#, "`ids` must be a list of at most 100 strings"),
    (#"{"command": "watch", "ids": [1]}"#, "`ids` must be a list of at most 100 strings"),
    (#"{"command": "watch", "kinds": ["fly"]}"#, "`kinds` has an unknown name \"fly\""),
    (#"{"command": "watch", "events": ["fly"]}"#, "`events` has an unknown name \"fly\""),
    (#"{"command": "get", "knob": 3}"#, "`knob` is missing or not a string"),
    (#"{"command": "press"}"#, "`button` is missing or not a string"),
    (#"{"command": "message"}"#, "`text` is missing or not a string"),
    (#"{"command": "clean"}"#, "`seconds` must be a number from 0 to 600"),
    (#"{"command": "clean", "seconds": 1e9}"#, "`seconds` must be a number from 0 to 600"),
    (#"{"command": "screen"}"#, "`screen` takes either `on` or `brightness`"),
    (#"{"command": "screen", "brightness": 101}"#, "`screen` takes either `on` or `brightness`"),
    (
      #"{"command": "screen", "on": true, "brightness": 1}"#,
      "`screen` takes either `on` or `brightness`"
    ),
    (#"{"command": "page"}"#, "`page` is missing or not a string"),
  ])
  func errors(_ line: String, _ message: String) {
    do throws(Problem) {
      _ = try SocketRequest(JSONValue(parsing: Array(line.utf8)))
      Issue.record("no error was thrown")
    } catch {
      #expect(error.message == message)
    }
  }

  @Test("Random bytes are requests or errors, and error answers are single JSON lines")
  func noise() {
    var random = SeededGenerator(seed: 7)
    let valid = Array(#"{"command": "set", "knob": "a", "value": 42, "id": 1}"#.utf8)
    var (taken, refused) = (0, 0)
    for _ in 0..<20_000 {
      var line = valid
      for _ in 0..<random.next() % 6 {
        line[Int(random.next() % UInt64(line.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      let json = JSONValue(parsing: line)
      do throws(Problem) {
        _ = try SocketRequest(json)
        taken += 1
      } catch {
        refused += 1
        let text = SocketAnswer.failed(json?["id"], error).line
        let isAnswer = JSONValue(parsing: Array(text.utf8))?["ok"] != nil
        #expect(isAnswer && !text.contains("\n"), "\(text)")
      }
    }
    #expect(taken > 1000 && refused > 1000)
  }
}
