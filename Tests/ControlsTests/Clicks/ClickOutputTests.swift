import CAllocationCount
import Glibc
import Testing

@testable import Controls

/// The case table in `ClickOutput`.
@Suite struct ClickOutputTests {
  @Test("row 1: opens for the first click, or ahead of it") func opening() {
    let rig = OutputRig()
    #expect(rig.devices.isEmpty)
    rig.play()
    #expect(rig.devices == ["test"])
    #expect(rig.pcm?.writeCount == 1)
    rig.play()
    #expect(rig.devices == ["test"])
    #expect(
      rig.reports.map(\.description) == [
        "clicks: PCM \"test\" plays at 48000 Hz in periods of 2.5 ms; a click is heard at most "
          + "10.0 ms after it was written"
      ])

    let expected = OutputRig()
    expected.output?.getReady()
    #expect(expected.devices == ["test"])
    #expect(expected.pcm?.writeCount == 0)
  }

  @Test(
    "row 2: a failure to open is reported once, and retried when the PCM is next needed",
    arguments: [
      (
        ENOENT,
        "there is no PCM \"test\"; plug in its card, or choose a `device` that `aplay -L` lists"
      ),
      (
        ENODEV,
        "there is no PCM \"test\"; plug in its card, or choose a `device` that `aplay -L` lists"
      ),
      (
        EBUSY,
        "PCM \"test\" is in use by another program; quit that program, or choose a `device` "
          + "that mixes, such as default"
      ),
      (EACCES, "no permission for PCM \"test\"; add the user to the group \"audio\""),
      (
        ECONNREFUSED,
        "PCM \"test\" cannot be opened: Connection refused; choose another `device`; `aplay -L` "
          + "lists them"
      ),
    ] as [(Int32, String)]) func refusal(_ code: Int32, _ message: String)
  {
    let rig = OutputRig()
    rig.openErrors = Array(repeating: code, count: 4)
    rig.play()
    #expect(rig.takeReports() == ["no clicks: \(message)"])
    // Backs off for 1, 2, 4 and 8 seconds, and retries only for a click.
    for wait in [1, 2, 4] as [Int64] {
      let count = rig.devices.count
      rig.now += wait * 1_000_000 - 1
      rig.play()
      #expect(rig.devices.count == count)
      rig.now += 1
      rig.play()
      #expect(rig.devices.count == count + 1)
      #expect(rig.takeReports().isEmpty)
      #expect(rig.isClosed)
    }
    rig.now += 8_000_000
    rig.play()
    // Row 11.
    #expect(rig.takeReports() == ["clicks can be heard again"])
    #expect(rig.pcm?.writeCount == 1)
  }

  @Test("row 2: a different reason is reported too") func otherReason() {
    let rig = OutputRig()
    rig.openErrors = [EBUSY, EBUSY, ENOENT]
    for _ in 0..<3 {
      rig.play()
      rig.now += 60_000_000
    }
    #expect(rig.takeReports().count == 2)
  }

  @Test("row 4: a PCM that has played everything is prepared again") func prepared() {
    let rig = OutputRig()
    rig.play()
    rig.now += 100_000
    rig.play()
    #expect(rig.pcm?.prepareCount == 2)
    #expect(rig.pcm?.writeCount == 2)
  }

  @Test("row 5: recovers from an underrun or a suspend", arguments: [EPIPE, ESTRPIPE])
  func underrun(_ code: Int32) {
    let rig = OutputRig()
    rig.output?.getReady()
    rig.pcm?.writeResults = [-Int(code)]
    rig.play()
    #expect(rig.pcm?.writeCount == 2)
    #expect(rig.pcm?.prepareCount == 2)
    #expect(rig.pcm?.samples.isEmpty == false)
    #expect(rig.takeReports().isEmpty)
  }

  @Test("row 6: closes a PCM lost during a write or a prepare", arguments: [false, true])
  func gone(isPreparing: Bool) {
    let rig = OutputRig()
    rig.play()
    if isPreparing {
      rig.pcm?.prepareResults = [-Int(ENODEV)]
    } else {
      rig.pcm?.writeResults = [-Int(ENODEV)]
    }
    rig.play()
    #expect(rig.isClosed)
    #expect(
      rig.takeReports() == [
        "no clicks: PCM \"test\" is gone: No such device; plug in its card again"
      ])
    rig.openErrors = [ENODEV]
    rig.now += 1_000_000
    rig.play()
    _ = rig.takeReports()
    rig.now += 2_000_000
    rig.play()
    #expect(rig.takeReports() == ["clicks can be heard again"])
  }

  @Test("row 6: an error that repeats after a prepare closes the PCM") func alwaysBroken() {
    let rig = OutputRig()
    rig.output?.getReady()
    rig.pcm?.writeResults = [-Int(EPIPE), -Int(EPIPE)]
    rig.play()
    #expect(rig.isClosed)
    #expect(
      rig.takeReports() == [
        "no clicks: PCM \"test\" does not accept samples: Broken pipe; check its card"
      ])
  }

  @Test("row 7: a click that would have to wait is dropped") func full() {
    let rig = OutputRig()
    rig.play()
    rig.pcm?.roomLeft = 100
    rig.play()
    #expect(rig.pcm?.writeCount == 1)
    rig.pcm?.roomLeft = nil
    rig.pcm?.writeResults = [-Int(EAGAIN)]
    rig.play()
    #expect(!rig.isClosed)
    rig.play()
    #expect(rig.pcm?.writeCount == 3)
    #expect(rig.takeReports().isEmpty)
  }

  @Test("row 8: a PCM that never plays is closed") func stuck() {
    let rig = OutputRig()
    rig.play()
    rig.pcm?.roomLeft = 0
    for _ in 0..<10 {
      rig.play()
      rig.now += 100_000
    }
    #expect(!rig.isClosed)
    rig.play()
    #expect(rig.isClosed)
    #expect(
      rig.takeReports() == [
        "no clicks: PCM \"test\" is open but does not play; check its card, or choose another "
          + "`device`"
      ])
  }

  @Test("row 9: a click that is too old is dropped, also when opening took too long")
  func stale() {
    let rig = OutputRig()
    rig.play(age: 50_001)
    #expect(rig.pcm?.writeCount == 0)
    rig.play(age: 50_000)
    #expect(rig.pcm?.writeCount == 1)
    let slow = OutputRig()
    slow.openingMicroseconds = 60_000
    slow.play()
    #expect(slow.pcm?.writeCount == 0)
    slow.play()
    #expect(slow.pcm?.writeCount == 1)
  }

  @Test("row 10: closes after 2 idle seconds, not earlier") func idle() {
    let rig = OutputRig()
    #expect(rig.output?.idleTime == nil)
    rig.play()
    rig.now += 1_500_000
    rig.output?.getReady()
    #expect(rig.output?.idleTime == rig.now + 2_000_000)
    rig.now += 1_999_999
    rig.output?.closeIfIdle()
    #expect(!rig.isClosed)
    rig.now += 1
    rig.output?.closeIfIdle()
    #expect(rig.isClosed)
    #expect(rig.openCount == 0)
    rig.play()
    #expect(rig.openCount == 1)
  }

  @Test("row 12: changed settings take effect at once") func settings() {
    let rig = OutputRig()
    rig.openErrors = [EBUSY]
    rig.play()
    rig.output?.apply(ClickSettings(device: "other", volume: 100))
    rig.play()
    #expect(rig.devices == ["test", "other"])
    rig.output?.apply(nil)
    #expect(rig.openCount == 0)
    rig.play()
    #expect(rig.devices.count == 2)
  }

  @Test("the same settings change nothing") func sameSettings() {
    let rig = OutputRig()
    rig.play()
    rig.output?.apply(ClickSettings(device: "test", volume: 100))
    #expect(!rig.isClosed)
  }

  @Test("an unsupported configuration is reported with a remedy") func configuration() {
    #expect(
      PCMError("hw:0", .configure, -EINVAL).description
        == "PCM \"hw:0\" does not accept 16-bit samples: Invalid argument; choose a "
        + "`device` that converts them, such as plughw:CARD=…")
  }

  @Test("clicks allocate nothing") func allocations() {
    let rig = OutputRig()
    rig.play()
    rig.pcm?.isRecording = false
    let before = allocation_count()
    for round in 0..<1000 {
      rig.now += 20_000
      rig.play(round % 3 == 0 ? .end : .detent)
    }
    #expect(allocation_count() - before == 0)
    #expect(rig.pcm?.writeCount == 1001)
  }
}
