public import Linux

/// The reason why a file cannot be replayed.
public enum RecordingError: Error, Hashable, CustomStringConvertible {
  /// The file could not be read.
  case unreadable(WholeFile.Failure)
  /// No line has a known format.
  case notARecording(path: String)
  /// There are events but no device: evemu 1.x stores the description in a separate file.
  case noDescription(path: String)
  /// There are no valid events; `firstProblem` is the first warning, if any.
  case noEvents(path: String, firstProblem: String?)
  /// No device of the recording is a touch device.
  case noTouchDevice(path: String, names: [String])
  /// An axis has no extent; `axis` is its kernel name.
  case emptyAxis(path: String, device: String, axis: String, range: AxisRange)

  /// The path, the reason and the remedy, in one line.
  public var description: String {
    switch self {
    case .unreadable(let failure):
      failure.description
    case .notARecording(let path):
      "\(path): is not a recording; make one with evemu-record or libinput record"
    case .noDescription(let path):
      """
      \(path): has events but no description of the device (lines N: and A:); \
      put the device's .desc file in front of them
      """
    case .noEvents(let path, let firstProblem?):
      "\(path): is not a recording: no supported events; \(firstProblem)"
    case .noEvents(let path, nil):
      """
      \(path): is only the description of a device, without events; \
      append the events (the .events file of evemu 1)
      """
    case .noTouchDevice(let path, let names):
      """
      \(path): contains no touchscreen, only \(names.map { "“\($0)”" }.joined(separator: ", ")); \
      record the device that “knobpanel devices” lists
      """
    case .emptyAxis(let path, let device, let axis, let range):
      """
      \(path):\(range.line): \(axis) of “\(device)” has the empty range \(range.minimum) to \
      \(range.maximum); correct the range
      """
    }
  }
}
