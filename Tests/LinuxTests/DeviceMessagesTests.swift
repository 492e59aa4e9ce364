import Testing

@testable import Linux

@Suite struct DeviceMessagesTests {
  @Test("A flood is read in portions and does not block the loop") func flood() {
    var count = 0
    let taken = DeviceMessages<Int>.collect {
      count += 1
      return .message(count.isMultiple(of: 2) ? count : nil)
    }
    #expect(count == DeviceMonitor.turnLimit)
    #expect(taken.contents.count == DeviceMonitor.turnLimit / 2 && taken.isComplete)
  }

  @Test("A loss is reported with the other messages") func loss() {
    var receptions: [DeviceMessages<Int>.Reception] = [.nothing, .message(2), .loss, .message(1)]
    let taken = DeviceMessages.collect { receptions.removeLast() }
    #expect(taken.contents == [1, 2] && !taken.isComplete)
  }
}
