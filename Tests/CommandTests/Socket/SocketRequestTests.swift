import JSON
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
    ] as [(String, SocketRequest.Action)])
  func requests(_ line: String, _ action: SocketRequest.Action) throws {
    #expect(try SocketRequest(Array(line.utf8)).action == action)
  }

  @Test(arguments: [
    ("", "this is not a JSON object"), ("hello", "this is not a JSON object"),
    ("[]", "this is not a JSON object"), ("{\"command\"", "this is not a JSON object"),
    ("{}", "there is no `command`"), (#"{"command": 1}"#, "there is no `command`"),
    (#"{"command": "fly"}"#, "there is no command \"fly\""),
    (#"{"command": "set", "value": 1}"#, "`knob` has to be a text, and is missing or is none"),
    (#"{"command": "set", "knob": "a"}"#, "`value` has to be a number or a text"),
    (#"{"command": "set", "knob": "a", "value": null}"#, "`value` has to be a number or a text"),
    (#"{"command": "get", "knob": 3}"#, "`knob` has to be a text, and is missing or is none"),
    (#"{"command": "press"}"#, "`button` has to be a text, and is missing or is none"),
    (#"{"command": "clean"}"#, "`seconds` has to be a number from 0 to 600"),
    (#"{"command": "clean", "seconds": 1e9}"#, "`seconds` has to be a number from 0 to 600"),
    (#"{"command": "screen"}"#, "`screen` takes either `on` or `brightness`"),
    (#"{"command": "screen", "brightness": 101}"#, "`screen` takes either `on` or `brightness`"),
    (
      #"{"command": "screen", "on": true, "brightness": 1}"#,
      "`screen` takes either `on` or `brightness`"
    ),
    (#"{"command": "page"}"#, "`page` has to be a text, and is missing or is none"),
  ])
  func mistakes(_ line: String, _ message: String) {
    do throws(SocketMistake) {
      _ = try SocketRequest(Array(line.utf8))
      Issue.record("it is taken")
    } catch {
      #expect(error.message == message)
    }
  }

  @Test("The id of a request is repeated, of any type, even in an error")
  func ids() {
    for id in ["1", "\"a\"", "[1, 2]", "null"] {
      do throws(SocketMistake) {
        _ = try SocketRequest(Array("{\"command\": \"fly\", \"id\": \(id)}".utf8))
        Issue.record("it is taken")
      } catch {
        #expect(SocketAnswer.failed(error).line.hasPrefix("{\"id\": \(id), \"ok\": false"))
      }
    }
  }

  @Test("Random bytes are requests or errors, and error answers are single JSON lines")
  func noise() {
    var random = SeededGenerator(seed: 7)
    let good = Array(#"{"command": "set", "knob": "a", "value": 42, "id": 1}"#.utf8)
    var (taken, refused) = (0, 0)
    for _ in 0..<20_000 {
      var line = good
      for _ in 0..<random.next() % 6 {
        line[Int(random.next() % UInt64(line.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      do throws(SocketMistake) {
        _ = try SocketRequest(line)
        taken += 1
      } catch {
        refused += 1
        let text = SocketAnswer.failed(error).line
        let isAnswer = JSONValue(parsing: Array(text.utf8))?["ok"] != nil
        #expect(isAnswer && !text.contains("\n"), "\(text)")
      }
    }
    #expect(taken > 1000 && refused > 1000)
  }
}
