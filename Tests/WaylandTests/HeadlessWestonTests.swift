import Display
import Glibc
import Linux
import Raster
import Testing

@testable import Wayland

/// The real thing against a real compositor.
@Suite(.serialized)
struct HeadlessWestonTests {
  @Test("A window has the size asked for, a full screen that of its output")
  func sizes() throws {
    let weston = try Weston(size: (640, 400))
    let window = try Client(weston)
    #expect(window.display.size == PixelSize(width: 300, height: 200))
    #expect(window.display.physicalSize == nil)
    let filling = try Client(weston) { $0.isFullscreen = true }
    #expect(filling.display.size == PixelSize(width: 640, height: 400))
  }

  @Test("On a scaled output a window has more pixels, on a turned one those the person sees")
  func scaledAndTurned() throws {
    let weston = try Weston(options: ["--scale=2", "--transform=rotate-90"])
    let client = try Client(weston) { $0.isFullscreen = true }
    #expect(client.display.size == PixelSize(width: 400, height: 640))
    #expect(client.display.orientation == .none)
  }

  @Test("A still picture causes no commits and no wake-ups")
  func still() throws {
    let weston = try Weston()
    let client = try Client(weston)
    let picture = try noise(client.display.size)
    try client.show(picture)
    try client.settle()
    let commits = client.display.commitCount
    let wakeUps = client.loop.wakeUpCount
    // Meanwhile the compositor draws its output again, and says when that is done.
    _ = try weston.screenshot()
    try client.loop.advance(byMicroseconds: 60_000_000)
    #expect(client.display.commitCount == commits)
    #expect(client.loop.wakeUpCount == wakeUps)
    // Nor does a call that says nothing changed.
    client.display.present(picture, damage: Damage(), rotation: .none)
    #expect(client.display.commitCount == commits)
  }

  @Test("Each picture is followed by one .ready, and none comes before the first")
  func ready() throws {
    let weston = try Weston()
    let client = try Client(weston)
    try client.settle()
    #expect(client.events.isEmpty)
    let picture = try noise(client.display.size)
    for count in 1...5 {
      client.display.present(picture, damage: Damage(picture.size.bounds), rotation: .none)
      #expect(!client.display.isReady)
      #expect(try client.wait { client.display.isReady })
      #expect(client.events.count == count)
    }
  }

  @Test("Hundreds of sizes, most of them the compositor's, leave nothing behind")
  func resizing() async {
    // In a process of its own, where nothing else opens or maps anything.
    await #expect(processExitsWith: .success) {
      let weston = try Weston()
      let client = try Client(weston)
      // What is made once, such as the memory for the largest buffers, is made by then.
      try client.resize(times: 60)
      let before = try ProcessUse()
      try client.resize(times: 240)
      let after = try ProcessUse()
      #expect(after.descriptors == before.descriptors)
      // A leaked buffer of the smallest size alone would be 240 times 50 kB.
      #expect(after.mappedKilobytes <= before.mappedKilobytes + 4096)
      #expect(client.end == nil)
      #expect(client.display.bufferCount <= 4)
    }
  }

  @Test("A compositor that is killed ends the window without a fault, also in mid-frame")
  func killed() throws {
    for isMidFrame in [false, true] {
      let weston = try Weston()
      let client = try Client(weston)
      let picture = try noise(client.display.size)
      try client.show(picture)
      if isMidFrame {
        weston.signal(SIGSTOP)
        client.display.present(picture, damage: Damage(picture.size.bounds), rotation: .none)
      }
      weston.kill()
      #expect(try client.wait { client.end != nil })
      #expect(client.end == .compositorExited)
      #expect(!client.display.isReady)
      client.display.present(picture, damage: Damage(picture.size.bounds), rotation: .none)
    }
  }

  @Test("With reconnects the panel comes back when the compositor does")
  func reconnects() throws {
    var weston: Weston? = try Weston()
    let folder = try #require(weston).folder
    let client = try Client(try #require(weston)) { $0.reconnects = true }
    #expect(client.display.isShowing)
    try client.show(try noise(client.display.size))
    client.forgetEvents()
    weston?.kill()
    #expect(try client.wait { !client.events.isEmpty })
    #expect(client.events == [.paused(reason: "the compositor is gone")])
    #expect(!client.display.isReady)
    #expect(!client.display.isShowing)
    try weston?.restart()
    try client.reconnect()
    #expect(client.events.contains(.changed))
    #expect(client.display.isShowing)
    #expect(client.end == nil)
    try client.show(try noise(client.display.size))
    #expect(try #require(weston).folder == folder)
    weston = nil
  }

  @Test("A window that is asked to close ends, or with reconnects opens again")
  func closed() throws {
    // Weston's shell has no button for it: the role's callback stands in for `xdg_toplevel.close`.
    let weston = try Weston()
    let client = try Client(weston)
    client.display.session?.window?.onClose()
    #expect(try client.wait { client.end != nil })
    #expect(client.end == .windowClosed)
    let stubborn = try Client(weston) { $0.reconnects = true }
    stubborn.display.session?.window?.onClose()
    #expect(try stubborn.wait { !stubborn.events.isEmpty })
    try stubborn.reconnect()
    #expect(stubborn.events.contains(.changed))
    #expect(stubborn.end == nil)
    #expect(stubborn.events.first == .paused(reason: "the window was closed"))
    try stubborn.show(try noise(stubborn.display.size))
  }

  @Test("A request the compositor refuses ends the window with the error's name")
  func protocolError() throws {
    let weston = try Weston()
    let client = try Client(weston) { $0.reconnects = true }
    // A surface may have one role.
    let window = try #require(client.display.session?.window)
    let shell = try #require(client.display.session?.shell)
    let second = shell.getXdgSurface(surface: window.surface)
    client.display.session?.flush()
    #expect(try client.wait { client.end != nil })
    guard case .failed(let error)? = client.end else {
      Issue.record("\(String(describing: client.end))")
      return
    }
    #expect(error.description.contains("xdg_wm_base"), "\(error)")
    #expect(error.description.contains("role"), "\(error)")
    second.destroy()
  }

  @Test("An output that is not there is named with those that are")
  func missingOutput() throws {
    let weston = try Weston()
    #expect(throws: WaylandError.noSuchOutput(named: "DSI-7", found: ["headless"])) {
      try Client(weston) { $0.output = "DSI-7" }
    }
    let client = try Client(weston) { $0.output = "headless" }
    #expect(client.display.size == PixelSize(width: 640, height: 400))
  }

  @Test("No compositor, and one that says nothing, are told apart")
  func absent() throws {
    let weston = try Weston()
    weston.signal(SIGSTOP)
    #expect(throws: WaylandError.noAnswer(seconds: 1)) {
      try Client(weston) { $0.timeoutSeconds = 1 }
    }
    weston.kill()
    #expect(throws: WaylandError.noCompositor(socket: weston.socket, code: ENOENT)) {
      try Client(weston)
    }
  }

  @Test("Without layers the panel is a window, and says so")
  func layersAreOptional() throws {
    let weston = try Weston()
    var said: [String] = []
    let client = try Client(weston) {
      $0.layer = .top
      $0.inhibitsIdle = true
      $0.log = { said.append($0) }
    }
    #expect(said == ["the compositor offers no layers: the panel is a window"])
    try client.show(try noise(client.display.size))
  }
}

extension Client {
  /// Lets the first wait before another attempt pass, at whose end the connection is there.
  fileprivate func reconnect() throws {
    try loop.advance(byMicroseconds: Backoff().firstMicroseconds)
    #expect(try wait { events.contains(.changed) })
  }

  /// To full screen, back, and to another size of its own, with a picture each time.
  fileprivate func resize(times count: Int) throws {
    for step in 0..<count {
      forgetEvents()
      switch step % 3 {
      case 0: display.isFullscreen = true
      case 1: display.isFullscreen = false
      default:
        let side = 100 + step % 7 * 40
        display.resize(to: PixelSize(width: side, height: side + 30))
      }
      try #require(try wait { events.contains(.changed) })
      try show(try noise(display.size))
    }
  }
}

/// What this process holds of things that leak.
struct ProcessUse {
  var descriptors: Int
  var mappedKilobytes: Int

  init() throws {
    let directory = try #require(opendir("/proc/self/fd"))
    defer { closedir(directory) }
    descriptors = 0
    while readdir(directory) != nil { descriptors += 1 }
    let status = try WholeFile.read("/proc/self/status", limit: 1 << 16)
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("VmSize:") })
    mappedKilobytes = try #require(Int(line.split(whereSeparator: \.isWhitespace)[1]))
  }
}
