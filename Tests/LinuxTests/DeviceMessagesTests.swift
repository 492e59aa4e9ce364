import Testing

@testable import Linux

@Suite struct DeviceMessagesTests {
  @Test("Of a flood a portion is taken, and the loop has its turn") func flood() {
    var count = 0
    let taken = DeviceMessages<Int>.take {
      count += 1
      return .message(count.isMultiple(of: 2) ? count : nil)
    }
    #expect(count == DeviceMonitor.turnLimit)
    #expect(taken.contents.count == DeviceMonitor.turnLimit / 2 && taken.isComplete)
  }

  @Test("What was lost is told with the rest") func loss() {
    var receptions: [DeviceMessages<Int>.Reception] = [.nothing, .message(2), .loss, .message(1)]
    let taken = DeviceMessages.take { receptions.removeLast() }
    #expect(taken.contents == [1, 2] && !taken.isComplete)
  }
}
