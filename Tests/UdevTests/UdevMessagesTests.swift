import Testing

@testable import Udev

@Suite struct UdevMessagesTests {
  @Test("A flood is read in portions and does not block the loop") func flood() {
    var count = 0
    let taken = UdevMessages<Int>.collect {
      count += 1
      return .message(count.isMultiple(of: 2) ? count : nil)
    }
    #expect(count == UdevMonitor.turnLimit)
    #expect(taken.contents.count == UdevMonitor.turnLimit / 2 && taken.isComplete)
  }

  @Test("A loss is reported with the other messages") func loss() {
    var receptions: [UdevMessages<Int>.Reception] = [.nothing, .message(2), .loss, .message(1)]
    let taken = UdevMessages.collect { receptions.removeLast() }
    #expect(taken.contents == [1, 2] && !taken.isComplete)
  }
}
