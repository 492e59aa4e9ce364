import Gesture
import Glibc
import Testing

@testable import Touch

/// The folder with recordings of real touchscreens, which are not part of this repository.
enum RealRecordings {
  static let folder: String = {
    if let named = getenv("KNOBPANEL_RECORDINGS") { return String(cString: named) }
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/../shared/recordings"
  }()

  static let exist = access(folder, R_OK) == 0

  static func load(_ name: String) throws -> Recording {
    try Recording.load("\(folder)/\(name).evemu")
  }
}

@Suite(.enabled(if: RealRecordings.exist, "no folder with recordings"))
struct RealRecordingTests {
  /// Returns how many contacts began, and how many were down at once at most.
  private func count(_ recording: Recording) -> (begun: Int, atOnce: Int) {
    var (begun, down, most) = (0, 0, 0)
    for change in recording.frames.flatMap(\.changes) {
      switch change {
      case .down:
        begun += 1
        down += 1
      case .up, .cancelled: down -= 1
      case .moved: break
      }
      most = max(most, down)
    }
    return (begun, most)
  }

  private func path(_ recording: Recording) -> [DisplayFraction] {
    recording.frames.flatMap(\.changes).compactMap { change in
      switch change {
      case .down(_, let point), .moved(_, let point): point
      case .up, .cancelled: nil
      }
    }
  }

  @Test(arguments: [
    ("wacom-isdv4-e6.one-finger-circle", 84, 1, 1),
    ("wacom-isdv4-e6.two-finger-tap", 2, 2, 2),
    ("edt-ep0430m09.one-finger-drag", 183, 1, 1),
    ("edt-ep0430m09.four-finger-drag", 104, 4, 4),
    ("atmel-maxtouch.one-finger-fast-taps", 18, 9, 1),
    ("ntrig-protocol-a.one-finger-drag", 107, 1, 1),
    ("egalax-single-touch", 405, 2, 1),
  ])
  func framesAndFingers(name: String, frames: Int, contacts: Int, atOnce: Int) throws {
    let recording = try RealRecordings.load(name)
    let (begun, most) = count(recording)
    #expect(recording.frames.reduce(0) { count, _ in count + 1 } == frames)
    #expect(begun == contacts)
    #expect(most == atOnce)
    #expect(path(recording).allSatisfy { (0..<1).contains($0.x) && (0..<1).contains($0.y) })
  }

  @Test func theCircleTurnsClockwiseBy380Degrees() throws {
    let path = try path(RealRecordings.load("wacom-isdv4-e6.one-finger-circle"))
      .map { (x: $0.x * 2777, y: $0.y * 1570) }
    let (xs, ys) = (path.map(\.x), path.map(\.y))
    let centre = (
      x: (try #require(xs.min()) + #require(xs.max())) / 2,
      y: (try #require(ys.min()) + #require(ys.max())) / 2
    )
    let angles = path.map { atan2($0.y - centre.y, $0.x - centre.x) }
    let turned = zip(angles.dropFirst(), angles).reduce(0.0) { sum, pair in
      sum + remainder(pair.0 - pair.1, 2 * .pi)
    }
    #expect(abs(turned * 180 / .pi - 380) < 2)
  }

  @Test func onlyTheDeviceWithASecondPairOfAxesCausesAWarning() throws {
    #expect(try RealRecordings.load("edt-ep0430m09.four-finger-drag").warnings == [])
    let warnings = try RealRecordings.load("egalax-single-touch").warnings
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasSuffix("ABS_Z and ABS_RX are used") == true)
  }

  @Test func theDiagonalGoesFromOneCornerToTheOther() throws {
    let path = try path(RealRecordings.load("ntrig-protocol-a.one-finger-drag"))
    let (first, last) = (try #require(path.first), try #require(path.last))
    #expect(first.x < 0.05 && first.y < 0.05)
    #expect(last.x > 0.95 && last.y > 0.95)
  }
}
