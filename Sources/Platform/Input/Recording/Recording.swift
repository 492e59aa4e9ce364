public import Gesture
internal import Linux

/// A file of evdev events: evemu 1.x or 2.x text, or libinput-record YAML.
///
/// An invalid line or an incomplete end causes a warning; everything complete is used. The times
/// are those in the file, and may run backwards.
public struct Recording: Hashable, Sendable {
  /// All devices, in file order.
  public let devices: [RecordedDevice]
  /// The events of all devices, merged by time; each device's events keep their file order.
  public let events: [RecordedEvent]
  /// One line each, `file:line: problem`; at most `warningLimit`, and one that counts the rest.
  public let warnings: [String]

  /// The maximum file size, in bytes.
  public static let byteLimit = 64 << 20
  static let warningLimit = 20

  /// Reads the file or pipe at `path`.
  ///
  /// - Throws: The reason why it cannot be replayed.
  public static func load(_ path: String) throws(RecordingError) -> Recording {
    let bytes: [UInt8]
    do {
      bytes = try WholeFile.read(
        path, limit: byteLimit, pipeTimeoutMilliseconds: WholeFile.patienceMilliseconds)
    } catch {
      throw .unreadable(error)
    }
    return try Recording(bytes: bytes, path: path)
  }

  /// Parses the text of a recording; `path` is for messages.
  ///
  /// - Throws: The reason why it cannot be replayed.
  public init(bytes: [UInt8], path: String) throws(RecordingError) {
    var draft = RecordingDraft(path: path)
    var bytes = bytes
    // Skip the byte order mark, which some editors add.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    switch RecordingFormat.find(in: bytes) {
    case (.evemu, _)?: draft.readEvemu(bytes)
    case (.libinputRecord, let start)?:
      // Preceding terminal output is not YAML; removing it must keep the line numbers.
      bytes.replaceSubrange(..<start, with: bytes[..<start].filter { $0 == UInt8(ascii: "\n") })
      draft.readLibinputRecord(bytes)
    case nil: throw .notARecording(path: path)
    }
    self = try draft.finish()
  }

  init(devices: [RecordedDevice], events: [RecordedEvent], warnings: [String]) {
    self.devices = devices
    self.events = events
    self.warnings = warnings
  }

  /// The touch frames that libinput would create from the events, computed while iterating.
  public var frames: RecordingPlayer { RecordingPlayer(self) }
}

/// One `struct input_event` from `linux/input.h`.
public struct RecordedEvent: Hashable, Sendable {
  /// The time in the file.
  public var time: Timestamp
  /// The device's index in the file.
  public var device: Int32
  /// In the code's unit.
  public var value: Int32
  /// `EV_…` from `linux/input-event-codes.h`.
  public var type: UInt16
  /// `ABS_…`, `BTN_…`, …, depending on the type.
  public var code: UInt16
}
