import CAllocationCount
import Testing

@testable import Linux

@Suite struct HeapMemoryTests {
  /// In a process of its own: whether the heap has so much free elsewhere is up to what ran before.
  @Test func largeBlocksGoBackToTheKernel() async {
    await #expect(processExitsWith: .success) {
      HeapMemory.returnLargeBlocks()
      // After that, glibc by itself would keep all that is not larger.
      let byteCount = 30 << 20
      let block = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
      block.storeBytes(of: 1, as: UInt8.self)
      block.deallocate()
      #expect(allocation_maps(byteCount))
    }
  }
}
