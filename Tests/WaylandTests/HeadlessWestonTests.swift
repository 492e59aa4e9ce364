import Display
import Glibc
import Linux
import Raster
import Testing

@testable import Wayland

/// The real display with a real compositor.
@Suite(.serialized)
struct HeadlessWestonTests {
  @Test("A window has the requested size, and a fullscreen one that of its output")
  func sizes() throws {
    let weston = try Weston(size: (640, 400))
    let window = try Client(weston)
    #expect(window.display.size == PixelSize(width: 300, height: 200))
    #expect(window.display.physicalSize == nil)
    let filling = try Client(weston) { $0.isFullscreen = true }
    #expect(filling.display.size == PixelSize(width: 640, height: 400))
  }

  @Test("A scaled output has more pixels, and a rotated one the size that the person sees")
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
    let commits = client.display.session?.window?.commitCount
    let wakeUps = client.loop.wakeUpCount
    // Meanwhile the compositor redraws its output, and reports when that is done.
    _ = try weston.screenshot()
    try client.loop.advance(byMicroseconds: 60_000_000)
    #expect(client.display.session?.window?.commitCount == commits)
    #expect(client.loop.wakeUpCount == wakeUps)
    // Nor does a call without damage.
    client.display.present(picture, damage: Damage(), rotation: .none)
    #expect(client.display.session?.window?.commitCount == commits)
  }

  @Test("Each picture is followed by one .ready, and none precedes the first")
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

  @Test("Hundreds of sizes, mostly from the compositor, leak nothing")
  func resizing() async {
    // In a child process, where nothing else opens or maps anything.
    await #expect(processExitsWith: .success) {
      let weston = try Weston()
      let client = try Client(weston)
      // One-time allocations, such as the memory for the largest buffers, are done by then.
      try client.resize(times: 60)
      let before = try ProcessUse()
      try client.resize(times: 240)
      let after = try ProcessUse()
      #expect(after.descriptors == before.descriptors)
      // Leaking a buffer of the smallest size each time would take 240 times 50 kB.
      #expect(after.mappedKilobytes <= before.mappedKilobytes + 4096)
      #expect(client.end == nil)
      #expect(try #require(client.display.session?.window).bufferCount <= 4)
    }
  }

  @Test("A killed compositor ends the window without a fault, even in mid-frame")
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

  @Test("With `reconnects`, the panel comes back with the compositor")
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

  @Test("A closed window ends the panel or, with `reconnects`, opens again")
  func closed() throws {
    // Weston's shell has no close button, so the role's callback stands for `xdg_toplevel.close`.
    let weston = try Weston()
    let client = try Client(weston)
    client.display.session?.window?.role.onClose()
    #expect(try client.wait { client.end != nil })
    #expect(client.end == .windowClosed)
    let stubborn = try Client(weston) { $0.reconnects = true }
    stubborn.display.session?.window?.role.onClose()
    #expect(try stubborn.wait { !stubborn.events.isEmpty })
    try stubborn.reconnect()
    #expect(stubborn.events.contains(.changed))
    #expect(stubborn.end == nil)
    #expect(stubborn.events.first == .paused(reason: "the window was closed"))
    try stubborn.show(try noise(stubborn.display.size))
  }

  @Test("A protocol error ends the window with the name of the error")
  func protocolError() throws {
    let weston = try Weston()
    let client = try Client(weston) { $0.reconnects = true }
    // A surface may have only one role.
    let window = try #require(client.display.session?.window)
    let shell = try #require(client.display.session?.globals.shell)
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

  @Test("A missing output is reported with the existing ones")
  func missingOutput() throws {
    let weston = try Weston()
    #expect(throws: WaylandError.noSuchOutput(named: "DSI-7", found: ["headless"])) {
      try Client(weston) { $0.output = "DSI-7" }
    }
    let client = try Client(weston) { $0.output = "headless" }
    #expect(client.display.size == PixelSize(width: 640, height: 400))
  }

  @Test("A missing compositor and a silent one are different errors")
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

  @Test("Without layers, the panel is a window, and that is logged")
  func layersAreOptional() throws {
    let weston = try Weston()
    var logged: [String] = []
    let client = try Client(weston) {
      $0.layer = .top
      $0.inhibitsIdle = true
      $0.log = { logged.append($0) }
    }
    #expect(logged == ["the compositor does not support layers; the panel uses a window"])
    try client.show(try noise(client.display.size))
  }
}

extension Client {
  /// Waits for the first retry, after which the connection exists.
  fileprivate func reconnect() throws {
    try loop.advance(byMicroseconds: Backoff().firstMicroseconds)
    #expect(try wait { events.contains(.changed) })
  }

  /// Switches to fullscreen and back, with a picture each time.
  fileprivate func resize(times count: Int) throws {
    let role = try #require(display.session?.window?.role as? ToplevelRole)
    for step in 0..<count {
      forgetEvents()
      if step.isMultiple(of: 2) {
        role.toplevel.setFullscreen(output: nil)
      } else {
        role.toplevel.unsetFullscreen()
      }
      display.session?.flush()
      try #require(try wait { events.contains(.changed) })
      try show(try noise(display.size))
    }
  }
}

/// The resources of this process that could leak.
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
