import Testing

@testable import Controls

@Suite struct UPnPMessageTests {
  @Test(
    "URLs are read, and invalid ones refused",
    arguments: [
      ("http://10.0.0.7:49152/a?b", "10.0.0.7:49152/a?b"), ("HTTP://a", "a:80/"),
      ("http://[fe80::1]:80/x", "[fe80::1]:80/x"), ("https://a/", nil), ("http://u@a/", nil),
      ("http:///x", nil), ("http://a:0/", nil), ("http://a:99999/", nil), ("http://a b/", nil),
      ("http://a/\r\nX: y", nil), ("http://[a", nil), ("", nil),
    ] as [(String, String?)]) func urls(_ text: String, _ expected: String?)
  {
    #expect(HTTPAddress(text).map { $0.authority + $0.path } == expected)
  }

  @Test(
    "Relative URLs resolve only on the same host",
    arguments: [
      ("/c", "a:80/c"), ("c", "a:80/d/c"), ("http://a:81/c", "a:81/c"), ("http://b/c", nil),
      ("", nil), ("ftp://a/c", nil), ("/c d", nil),
    ] as [(String, String?)]) func references(_ text: String, _ expected: String?) throws
  {
    let base = try #require(HTTPAddress("http://a/d/desc.xml"))
    #expect(base.resolving(text).map { $0.authority + $0.path } == expected)
  }

  @Test("HTTP messages are read however the bytes are split") func portions() throws {
    let texts = [
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\nContent-Length:5\n\nhello",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\n\r\n",
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      for size in 1...bytes.count {
        var reader = HTTPReader(isRequest: false)
        var message: HTTPReader.Message?
        for start in stride(from: 0, to: bytes.count, by: size) where message == nil {
          message = try reader.append(
            Array(bytes[start..<min(start + size, bytes.count)]), isAtEnd: false)
        }
        #expect(message?.body == Array("hello".utf8))
        #expect(message?.status == 200)
      }
    }
  }

  @Test("One-byte chunks are not buffered to be read again") func smallChunks() throws {
    let count = 40_000
    let head = Array("NOTIFY /x HTTP/1.1\r\nTRANSFER-ENCODING: chunked\r\n\r\n".utf8)
    let bytes = head + Array((String(repeating: "1\nA", count: count) + "0\r\n\r\n").utf8)
    for size in [1, 2, 3, 1000] {
      var reader = HTTPReader(isRequest: true)
      var message: HTTPReader.Message?
      for start in stride(from: 0, to: bytes.count, by: size) where message == nil {
        let portion = Array(bytes[start..<min(start + size, bytes.count)])
        message = try reader.append(portion, isAtEnd: false)
        if reader.head != nil, reader.heldByteCount > 3 {
          Issue.record("\(reader.heldByteCount) bytes are kept at \(start)")
          return
        }
      }
      #expect(message?.body.count == count)
    }
  }

  @Test(
    "An endless chunked body is refused",
    arguments: [
      "1\nA", "\r\n", "1;\(String(repeating: "a", count: 250))\nA",
      "\(String(repeating: "0", count: 300))",
      "20001\n", "1\n\n",
    ]) func endlessChunks(_ piece: String)
  {
    var reader = HTTPReader(isRequest: true)
    #expect(throws: HTTPReader.Malformed.self) {
      _ = try reader.append(
        Array("NOTIFY /x HTTP/1.1\r\nTRANSFER-ENCODING: chunked\r\n\r\n".utf8), isAtEnd: false)
      for _ in 0..<4 * HTTPReader.bodyByteLimit {
        guard try reader.append(Array(piece.utf8), isAtEnd: false) == nil else { return }
      }
    }
  }

  @Test("Endless heads and endless interim answers are refused")
  func endlessHeads() {
    for piece in ["a", "a: b\r\n", "HTTP/1.1 100 Continue\r\n\r\n", "\n"] {
      var reader = HTTPReader(isRequest: false)
      var count = 0
      #expect(throws: HTTPReader.Malformed.self) {
        while true {
          count += piece.utf8.count
          _ = try reader.append(Array(piece.utf8), isAtEnd: false)
        }
      }
      #expect(count < HTTPReader.headByteLimit + piece.utf8.count)
    }
  }

  @Test(
    "Announcements count only for the sender's own address",
    arguments: [
      ("NOTIFY * HTTP/1.1", "ssdp:alive", "http://10.0.0.7/d", true),
      ("NOTIFY * HTTP/1.1", "ssdp:alive", "http://10.0.0.8/d", false),
      ("NOTIFY * HTTP/1.1", "ssdp:byebye", "", true),
      ("NOTIFY * HTTP/1.1", "ssdp:update", "http://10.0.0.7/d", false),
      ("HTTP/1.1 200 OK", "", "http://10.0.0.7/d", true),
      ("HTTP/1.1 404 No", "", "http://10.0.0.7/d", false),
      ("M-SEARCH * HTTP/1.1", "", "http://10.0.0.7/d", false),
    ]) func announcements(_ first: String, _ kind: String, _ location: String, _ counts: Bool)
  {
    let text =
      "\(first)\r\nNTS: \(kind)\r\nNT: x\r\nLOCATION: \(location)\r\nUSN: uuid:A-1::urn:x\r\n\r\n"
    let message = SSDPMessage(Array(text.utf8), from: "10.0.0.7")
    #expect((message != nil) == counts)
    if let message { #expect(message.id == "a-1") }
  }

  @Test("XML that is too deep or too long, or declares entities, is refused") func xml() {
    #expect(XMLElement.parse(Array("<a b='1'> x <c/> y </a>".utf8))?.text == "x  y")
    let entities = "<!DOCTYPE a [<!ENTITY b \"ha\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>"
    let deep = String(repeating: "<a>", count: 40) + String(repeating: "</a>", count: 40)
    let many = "<a>" + String(repeating: "<b/>", count: 6000) + "</a>"
    let long = "<a>" + String(repeating: "x", count: 300_000) + "</a>"
    for text in [entities, deep, many, long, "", "<a>", "<a></b>", "\u{0}"] {
      #expect(XMLElement.parse(Array(text.utf8)) == nil)
    }
  }

  @Test("DNS names are followed only backwards, and services are found") func dns() {
    let question = DNSMessage.query(["_snapcast._tcp.local"])
    #expect(DNSMessage(question).records.isEmpty)
    var answer: [UInt8] = [0, 0, 0x84, 0, 0, 0, 0, 3, 0, 0, 0, 0]
    let service = Array(question[12..<(question.count - 4)])
    answer += service + [0, 12, 0, 1, 0, 0, 0, 9, 0, 4, 1, 0x78, 0xC0, 12]
    answer += [
      1, 0x78, 0xC0, 12, 0, 33, 0, 1, 0, 0, 0, 9, 0, 10, 0, 0, 0, 0, 6, 0xA8, 1, 0x68, 0xC0,
    ]
    answer += [27]
    let host = answer.count - 4
    answer += [0xC0, UInt8(host), 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 10, 0, 0, 2]
    let found = ServiceQuery.services(
      of: ["_snapcast._tcp.local"], in: DNSMessage(answer).records)
    #expect(found == [.init(kind: "_snapcast._tcp.local", address: "10.0.0.2", port: 1704)])
    for count in 0..<answer.count { _ = DNSMessage(Array(answer[..<count])) }
    for index in answer.indices {
      var changed = answer
      changed[index] = 0xC0
      _ = DNSMessage(changed)
    }
  }
}
