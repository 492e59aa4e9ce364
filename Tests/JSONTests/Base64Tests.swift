import JSON
import Testing

@Suite struct Base64Tests {
  @Test(
    "The test vectors of RFC 4648, section 10, are encoded and decoded",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ]) func vectors(_ bytes: String, _ text: String)
  {
    #expect(Base64.encode(Array(bytes.utf8)) == text)
    #expect(Base64.decode(text) == Array(bytes.utf8))
  }

  @Test("Decoding restores all bytes")
  func all() {
    let bytes = (0...1000).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for count in 0...bytes.count {
      let part = Array(bytes.prefix(count))
      #expect(Base64.decode(Base64.encode(part)) == part)
    }
  }

  @Test(
    "Invalid text is rejected",
    arguments: ["Z", "Zg", "Zg=", "Z===", "====", "Zm9v Zm9v", "Zm-v", "Zg==Zg=="])
  func invalid(_ text: String) {
    #expect(Base64.decode(text) == nil)
  }
}
