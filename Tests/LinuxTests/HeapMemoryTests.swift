import CAllocationCount
import Testing

@testable import Linux

@Suite struct HeapMemoryTests {
  /// In a child process: the free memory elsewhere in the heap depends on what ran before.
  @Test func largeBlocksAreReturnedToTheKernel() async {
    await #expect(processExitsWith: .success) {
      HeapMemory.returnLargeBlocks()
      // By default, glibc would from then on keep all blocks that are not larger.
      let byteCount = 30 << 20
      let block = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
      block.storeBytes(of: 1, as: UInt8.self)
      block.deallocate()
      #expect(allocation_maps(byteCount))
    }
  }
}
