public import Gesture
internal import Linux

/// A file of evdev events: text of evemu 1.x or 2.x, or YAML of libinput-record.
///
/// An invalid line or an incomplete end is a warning, and everything that is complete is used. The
/// times are those of the file and may run backwards.
public struct Recording: Hashable, Sendable {
  /// All devices of the file, in its order.
  public let devices: [RecordedDevice]
  /// The events of all devices, merged by time; those of one device are in the order of the file.
  public let events: [RecordedEvent]
  /// Each one line, `file:line: problem`; at most `warningLimit` and one that counts the rest.
  public let warnings: [String]

  /// The size in bytes of the largest file that is read.
  public static let byteLimit = 64 << 20
  static let warningLimit = 20

  /// Reads the file or pipe at `path`.
  ///
  /// - Throws: Why it cannot be replayed.
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
  /// - Throws: Why it cannot be replayed.
  public init(bytes: [UInt8], path: String) throws(RecordingError) {
    var draft = RecordingDraft(path: path)
    var bytes = bytes
    // Editors put it in front of UTF-8.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    switch RecordingFormat.find(in: bytes) {
    case (.evemu, _)?: draft.readEvemu(bytes)
    case (.libinputRecord, let start)?:
      // What a terminal has shown before is no YAML; the lines keep their numbers.
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

  /// The touch frames that libinput would make of the events, computed while iterating.
  public var frames: RecordingPlayer { RecordingPlayer(self) }
}

/// One `struct input_event` of `linux/input.h`.
public struct RecordedEvent: Hashable, Sendable {
  /// The time in the file.
  public var time: Timestamp
  /// The device's index in the file.
  public var device: Int32
  /// In the unit of the code.
  public var value: Int32
  /// `EV_…` of `linux/input-event-codes.h`.
  public var type: UInt16
  /// `ABS_…`, `BTN_…`, … of the type.
  public var code: UInt16
}
