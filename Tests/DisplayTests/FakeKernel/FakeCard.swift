import CLinux
import Glibc
import Linux
import Raster

@testable import Display

/// A simulated graphics card that applies the kernel's rules about objects, rights and flips, and
/// records calls.
///
/// Connector ids start at 20, encoders at 30, CRTCs at 40, planes at 50, framebuffers at 100.
final class FakeCard: DRMDevice {
  /// A framebuffer of another program, on the screen at the start.
  static let foreignFramebuffer: UInt32 = 900

  // MARK: Properties of the card; tests may change them at any time

  var driverName = "fake"
  var connectors: [DRMConnector] = []
  var encoders: [DRMEncoder] = []
  var crtcs: [UInt32] = []
  var planes: [DRMPlane] = []
  var hasDumbBuffers = true
  var hasAtomic = true
  var hasUniversalPlanes = true
  /// The rotations that planes support, as bits (`DRM_MODE_ROTATE_…`).
  var rotations: UInt64 = 0b11_1111
  /// Bytes from row to row, given the bytes of a row's pixels; many drivers align rows to bursts.
  var pitch: (_ rowByteCount: Int) -> Int = { ($0 + 255) / 256 * 256 }
  /// Memory is allocated in multiples of this.
  var pageByteCount = 4096
  /// Whether lighting a dark CRTC clears all memory, as Bochs does.
  var clearsMemoryWhenLit = false
  /// The maximum number of dumb buffers; more fail for lack of memory.
  var bufferLimit = Int.max
  /// Whether another program is master.
  var isMasterElsewhere = false
  var isMaster = false
  var isTakenOver = false
  /// The formats that framebuffers can have.
  var formats = PixelFormat.allCases
  /// Returns whether an atomic request is refused with EINVAL.
  var refuses: (_ description: String) -> Bool = { _ in false }

  // MARK: Recorded calls

  /// Commits and settings, one line each.
  var journal: [String] = []
  private(set) var flipCount = 0

  // MARK: State, for the other files of the fake card

  var objects: [UInt32: FakeObject] = [:]
  var blobs: [UInt32: [UInt8]] = [:]
  var destroyedBlobs: Set<UInt32> = []
  var framebuffers: [UInt32: FakeFramebuffer] = [:]
  var buffers: [UInt32: FakeBuffer] = [:]
  var enabled: Set<DRMClientCapability> = []
  var flip: (userData: UInt64, framebuffer: UInt32)?
  var nextID: UInt32 = 100
  private var failures: [(call: String, code: Int32, count: Int)] = []
  private var events: [DRMFlipEvent] = []
  private let eventCount: FileDescriptor

  init() throws {
    eventCount = FileDescriptor(
      owning: try check("eventfd") { eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC)) })
  }

  var descriptor: Int32 { eventCount.number }

  /// Makes the next calls of a name fail.
  ///
  /// Commits are named `test`, `modeset` and `flip`.
  func fail(_ call: String, with code: Int32, times count: Int = 1) {
    failures.append((call, code, count))
  }

  /// Ends all failures.
  func clearFailures() {
    failures = []
  }

  /// Called first by every function.
  func enter(_ call: String) throws(SystemError) {
    guard let index = failures.firstIndex(where: { $0.call == call || $0.call == "all" }) else {
      return
    }
    let code = failures[index].code
    failures[index].count -= 1
    if failures[index].count == 0 { failures.remove(at: index) }
    throw SystemError(call: call, code: code)
  }

  func enterAsMaster(_ call: String) throws(SystemError) {
    try enter(call)
    guard isMaster else { throw SystemError(call: call, code: EACCES) }
  }

  func newID() -> UInt32 {
    nextID += 1
    return nextID
  }

  // MARK: Privileges

  func setMaster() throws(SystemError) {
    try enter("setMaster")
    guard !isMasterElsewhere else { throw SystemError(call: "setMaster", code: EBUSY) }
    isMaster = true
  }

  func dropMaster() throws(SystemError) {
    isMaster = false
    journal.append("drop master")
  }

  func enable(_ capability: DRMClientCapability) throws(SystemError) {
    let isKnown = capability == .atomic ? hasAtomic : hasUniversalPlanes
    guard isKnown else { throw SystemError(call: "enable", code: EOPNOTSUPP) }
    enabled.insert(capability)
  }

  // MARK: Events

  /// Starts a flip; only one can be in flight.
  func startFlip(to framebuffer: UInt32, userData: UInt64) throws(SystemError) {
    guard flip == nil else { throw SystemError(call: "flip", code: EBUSY) }
    flip = (userData, framebuffer)
    flipCount += 1
  }

  /// Simulates the vertical blank: the flip completes and the picture is visible.
  func finishFlip(atMicroseconds moment: Int64) {
    guard let done = flip else { return }
    flip = nil
    events.append(DRMFlipEvent(userData: done.userData, microseconds: moment))
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  /// Drops the event of the flip in flight.
  func loseFlip() {
    flip = nil
  }

  func readEvents(_ handler: (DRMFlipEvent) -> Void) throws(SystemError) {
    try enter("readEvents")
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
    let arrived = events
    events = []
    for event in arrived { handler(event) }
  }
}

/// An object with properties by name.
struct FakeObject {
  var name: String
  var kind: DRMObjectKind
  var values: [String: UInt64]
}

struct FakeBuffer {
  var file: Int32
  var buffer: DRMDumbBuffer
}

struct FakeFramebuffer {
  var buffer: DRMDumbBuffer
  var size: PixelSize
  var format: PixelFormat
}
