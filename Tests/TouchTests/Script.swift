import Gesture
import Touch

/// Devices of 100 × 100 units, so that a position in units is a percentage.
enum Description {
  static let slots = """
    N: Slots
    I: 0018 0000 0000 0000
    P: 02 00 00 00 00 00 00 00
    A: 2f 0 3 0 0 0
    A: 35 0 99 0 0 0
    A: 36 0 99 0 0 0
    A: 37 0 2 0 0 0
    A: 39 0 65535 0 0 0

    """
  static let anonymous = """
    N: Anonymous
    A: 35 0 99 0 0
    A: 36 0 99 0 0

    """
  static let singleTouch = """
    N: One finger
    A: 00 0 99 0 0
    A: 01 0 99 0 0

    """
}

/// Converts words such as `slot 1 id 7 x 10 y 20 |` to an evemu recording; the bar ends a frame.
///
/// The frames are 10 ms apart, starting at 1 s.
func evemu(_ description: String, _ script: String) -> String {
  let codes: [String: String] = [
    "slot": "0003 002f", "id": "0003 0039", "x": "0003 0035", "y": "0003 0036",
    "tool": "0003 0037", "touch": "0001 014a", "absx": "0003 0000", "absy": "0003 0001",
  ]
  let words = script.split(whereSeparator: \.isWhitespace).map(String.init)
  var text = description
  var milliseconds = 0
  var index = 0
  func add(_ codes: String, _ value: String) {
    let fraction = String(1000 + milliseconds % 1000).dropFirst()
    text += "E: \(1 + milliseconds / 1000).\(fraction)000 \(codes) \(value)\n"
  }
  while index < words.count {
    switch words[index] {
    case "|":
      add("0000 0000", "0")
      milliseconds += 10
    case "packet": add("0000 0002", "0")
    case "dropped": add("0000 0003", "0")
    case let word:
      index += 1
      add(codes[word, default: "unknown word \(word)"], words[index])
    }
    index += 1
  }
  return text
}

/// Replays a script and returns its frames in words, such as `down 0 at 10,20`, separated by commas
/// and bars.
func replay(_ description: String, _ script: String) throws -> String {
  let recording = try Recording(
    bytes: Array(evemu(description, script).utf8), path: "script.evemu")
  return recording.frames.map { frame in
    frame.changes.map(words).joined(separator: ", ")
  }.joined(separator: " | ")
}

/// Returns a change in words, with positions in percent.
func words(_ change: ContactChange) -> String {
  func percent(_ point: DisplayFraction) -> String {
    "\(Int((point.x * 100).rounded())),\(Int((point.y * 100).rounded()))"
  }
  return switch change {
  case .down(let contact, let point): "down \(contact.slot) at \(percent(point))"
  case .moved(let contact, let point): "moved \(contact.slot) to \(percent(point))"
  case .up(let contact): "up \(contact.slot)"
  case .cancelled(let contact): "cancelled \(contact.slot)"
  }
}
