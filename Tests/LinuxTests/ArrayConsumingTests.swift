import Linux
import Testing

struct ArrayConsumingTests {
  @Test func theFirstBytesAreRemoved() {
    var bytes: [UInt8] = [1, 2, 3, 4]
    bytes.consume(3)
    #expect(bytes == [4])
    bytes.consume(0)
    #expect(bytes == [4])
  }

  @Test func removingTheLastByteFreesTheStorage() {
    var bytes = [UInt8](repeating: 0, count: 10_000)
    bytes.consume(9_999)
    bytes.consume(1)
    #expect(bytes.isEmpty)
    #expect(bytes.capacity == 0)
  }
}
