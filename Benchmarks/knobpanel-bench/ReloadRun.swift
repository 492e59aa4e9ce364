internal import Glibc
internal import JSON
internal import Linux
internal import PNG
internal import Program
internal import Raster

/// A panel in a separate process whose layout is saved again and again while a knob turns.
final class ReloadRun {
  struct Result {
    /// Times from each save to its frame, less the pause.
    var showMicroseconds: [Double] = []
    /// The number of frames at 60 Hz, and of those without a new value to show.
    var frameCount = 0
    var missedCount = 0
    var longestAnswerMicroseconds: Int64 = 0
    /// Figures that the panel counts.
    var longestRoundMilliseconds = 0.0
    var longestDrawingMilliseconds = 0.0
  }

  private let knobs: Int
  private let pictures: Int
  private let folder: String
  /// The number of saves.
  private var count = 0
  private var result = Result()

  private static let frameMicroseconds: Int64 = 16_667
  /// Frames between two saves.
  private static let pauseFrames = 6
  /// The maximum number of pictures of this size in a layout.
  private static let pictureFiles = 4
  private static let pictureSize = PixelSize(width: 3840, height: 2160)

  init(knobs: Int, pictures: Int) throws {
    (self.knobs, self.pictures) = (knobs, pictures)
    var template = Array("/tmp/knobpanel-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Problem("cannot create a folder in /tmp", advice: "Free some space there.")
    }
    folder = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }

  deinit {
    let names = ["panel.yaml", "new", "socket"] + (0..<Self.pictureFiles).map { "\($0).png" }
    for name in names { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  /// Saves the layout a number of times and waits for each frame, while a knob turns.
  ///
  /// - Parameter saves: The number of saves.
  /// - Returns: The measurements.
  /// - Throws: `Problem` or `SystemError` if a save or the panel fails.
  func run(saves: Int) throws -> Result {
    if pictures > 0 {
      for file in 0..<Self.pictureFiles { try writePicture(file) }
    }
    try save()
    let panel = try PanelProgram(showing: "\(folder)/panel.yaml", socket: "\(folder)/socket")
    _ = try panel.firstFrame()
    let turner = try KnobTurner("\(folder)/socket", knob: "knob-0")
    for _ in 0..<saves {
      for _ in 0..<Self.pauseFrames { _ = try frame(panel, turner) }
      let start = try save()
      while true {
        guard let shown = try frame(panel, turner) else { continue }
        result.showMicroseconds.append(
          Double(shown - start - SettlingTime.pauseMicroseconds))
        break
      }
    }
    let status = try turner.ask(#"{"command": "status"}"#)
    result.longestRoundMilliseconds = status["loop"]?["longest_ms"]?.number ?? 0
    result.longestDrawingMilliseconds = status["frames"]?["drawing_longest_ms"]?.number ?? 0
    return result
  }

  /// Turns the knob and waits for the next frame; returns when the last save was shown, if it was.
  private func frame(_ panel: PanelProgram, _ turner: KnobTurner) throws -> Int64? {
    let start = MonotonicClock.microseconds
    try turner.turn()
    let answered = MonotonicClock.microseconds
    let late = (answered - start) / Self.frameMicroseconds
    result.frameCount += 1 + Int(late)
    result.missedCount += Int(late)
    result.longestAnswerMicroseconds = max(result.longestAnswerMicroseconds, answered - start)
    let end = start + (1 + late) * Self.frameMicroseconds
    var shown: Int64?
    while case let left = end - MonotonicClock.microseconds, left > 0 {
      if try panel.showsFrame(withinMilliseconds: Int32(left / 1000)) {
        shown = shown ?? MonotonicClock.microseconds
      } else if left < 1000 {
        usleep(UInt32(left))
      }
    }
    return shown
  }

  /// Replaces the layout file as editors do; returns the time in microseconds.
  @discardableResult
  private func save() throws -> Int64 {
    do {
      let file = try FileDescriptor.open(
        "\(folder)/new", flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
      guard Output(descriptor: file.number).write(Array(text.utf8)) else {
        throw Problem("\(folder)/new cannot be written")
      }
    }
    count += 1
    let time = MonotonicClock.microseconds
    _ = try check("rename", folder) { rename("\(folder)/new", "\(folder)/panel.yaml") }
    return time
  }

  /// A layout in which the sizes of a knob and of all pictures alternate from save to save.
  private var text: String {
    let columns = Int(Double(knobs).squareRoot().rounded(.up))
    let (width, height) = (1280.0 / Double(columns), 800.0 / Double(columns))
    var text = "version: 1\npanel: {size: [1280, 800]}\n"
    if pictures > 0 { text += "images:\n" }
    for picture in 0..<pictures {
      text += """
          - {file: \(picture % Self.pictureFiles).png, at: [\(picture * 10), \(picture * 10)], \
        size: [\(320 + picture * 8 + count % 2), \(180 + picture * 5)]}

        """
    }
    text += "knobs:\n"
    for knob in 0..<knobs {
      let x = (Double(knob % columns) + 0.5) * width
      let y = (Double(knob / columns) + 0.5) * height
      let diameter = height * 0.7 + (knob == 0 ? Double(count % 2) : 0)
      text += """
          knob-\(knob): {name: Room \(knob), center: [\(x), \(y)], diameter: \(diameter), \
        unit: "%", step: 1, default: 20, value: \(knob % 100)}

        """
    }
    return text
  }

  /// Writes a picture as complex as a photograph: no two neighbours are equal.
  private func writePicture(_ number: Int) throws {
    guard let picture = PixelBuffer(size: Self.pictureSize) else {
      throw Problem("not enough memory for a picture")
    }
    for y in 0..<Self.pictureSize.height {
      for x in 0..<Self.pictureSize.width {
        let shade = UInt32(truncatingIfNeeded: (x &* 31) ^ (y &* 17) &+ number)
        picture.pixels[y * picture.stride + x] = 0xFF00_0000 | (shade & 0xFF) &* 0x01_0101
      }
    }
    try PNGPicture.write(picture, to: "\(folder)/\(number).png")
  }
}

/// Sets a knob over the socket of a panel, from 0 to 99 again and again.
private final class KnobTurner {
  private let lines: LineStream
  private let knob: String
  private var value = 0

  init(_ path: String, knob: String) throws {
    lines = LineStream(try UnixSocket.connect(path))
    self.knob = knob
    // The greeting.
    _ = try line()
  }

  func turn() throws {
    value = (value + 1) % 100
    _ = try ask(#"{"command": "set", "knob": "\#(knob)", "value": \#(value)}"#)
  }

  /// Sends a request and returns its answer.
  func ask(_ request: String) throws -> JSONValue {
    guard Output(descriptor: lines.descriptor.number).write(Array("\(request)\n".utf8)) else {
      throw Problem("the panel has closed its socket")
    }
    let text = try line()
    guard let answer = JSONValue(parsing: Array(text.utf8)) else {
      throw Problem("the panel answered \(text)")
    }
    return answer
  }

  private func line() throws -> String {
    if let line = try lines.next() { return line }
    throw Problem(
      lines.isAtEnd ? "the panel has closed its socket" : "the panel does not answer")
  }
}
