import JSON
import Program
import Randomness
import Testing

@testable import PanelApplication

/// Parsing lines that programs send.
@Suite struct SocketRequestTests {
  @Test(
    arguments: [
      (#"{"command": "get"}"#, .get(knob: nil)),
      (#"{"command": "get", "knob": "a"}"#, .get(knob: "a")),
      (#"{"command": "set", "knob": "a", "value": 42}"#, .set(knob: "a", value: 42)),
      (#"{"command": "set", "knob": "a", "value": "+5"}"#, .setText(knob: "a", text: "+5")),
      (#"{"command": "press", "button": "mute"}"#, .press(button: "mute")),
      (#"{"command": "page", "page": "next"}"#, .page("next")),
      (#"{"command": "clean", "seconds": 30}"#, .clean(seconds: 30)),
      (#"{"command": "screen", "on": false}"#, .screen(isOn: false)),
      (#"{"command": "screen", "brightness": 40}"#, .brightness(40)),
      (#"{"command": "watch", "more": [1, {}]}"#, .watch),
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
    (#"{"command": "get", "knob": 3}"#, "`knob` is missing or not a string"),
    (#"{"command": "press"}"#, "`button` is missing or not a string"),
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
