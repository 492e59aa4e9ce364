import CAllocationCount
import Testing

@testable import Linux

@Suite struct HeapMemoryTests {
  @Test func largeBlocksGoBackToTheKernel() {
    HeapMemory.returnLargeBlocks()
    // After that, glibc by itself would keep all that is not larger. So much is nowhere free in its heap.
    let byteCount = 30 << 20
    let block = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    block.storeBytes(of: 1, as: UInt8.self)
    block.deallocate()
    #expect(allocation_maps(byteCount))
  }
}
