public import Gesture
internal import Linux

/// A file of evdev events of real devices: evemu 1.x and 2.x text, or YAML of libinput-record.
///
/// A line that makes no sense, or an end in the middle of something, is a warning; everything
/// that is complete counts. The times are those of the file and may run backwards.
public struct Recording: Hashable, Sendable {
  public let devices: [RecordedDevice]
  /// Of several devices merged by time, each device's own in the order of the file.
  public let events: [RecordedEvent]
  /// Each one line, `file:line: what`; at most `warningLimit` and one that counts the rest.
  public let warnings: [String]

  /// The largest file that is read.
  public static let byteLimit = 64 << 20
  static let warningLimit = 20

  /// Reads the file or pipe at `path`.
  public static func load(_ path: String) throws(RecordingError) -> Recording {
    let bytes: [UInt8]
    do {
      bytes = try WholeFile.read(path, limit: byteLimit)
    } catch {
      throw .unreadable(error)
    }
    return try Recording(bytes: bytes, path: path)
  }

  /// Understands the text of a recording; `path` is for messages.
  public init(bytes: [UInt8], path: String) throws(RecordingError) {
    var draft = RecordingDraft(path: path)
    switch RecordingFormat(of: bytes) {
    case .evemu: draft.readEvemu(bytes)
    case .libinputRecord: draft.readLibinputRecord(bytes)
    case nil: throw .notARecording(path: path)
    }
    self = try draft.finish()
  }

  init(devices: [RecordedDevice], events: [RecordedEvent], warnings: [String]) {
    self.devices = devices
    self.events = events
    self.warnings = warnings
  }

  /// The frames in which the devices reported their contacts, made while iterating.
  public var frames: RecordingPlayer { RecordingPlayer(self) }
}

/// One `struct input_event` of `linux/input.h`.
public struct RecordedEvent: Hashable, Sendable {
  public var time: Timestamp
  public var device: Int32
  public var value: Int32
  public var type: UInt16
  public var code: UInt16
}
