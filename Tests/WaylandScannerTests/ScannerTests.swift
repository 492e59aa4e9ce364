import Testing

@testable import WaylandScanner

struct ScannerTests {
  private static func swift(_ body: String) throws -> String {
    let xml = "<?xml version='1.0'?><protocol name=\"p\">\(body)</protocol>"
    let root = try ProtocolElement.read(Array(xml.utf8))
    return try SwiftText.write(try InterfaceDescription.all(in: root))
  }

  struct SignatureCase: CustomTestStringConvertible {
    var xml: String
    var signature: String
    var testDescription: String { signature }
  }

  @Test(
    "A message's signature is the one that libwayland expects",
    arguments: [
      SignatureCase(xml: "<request name='r'/>", signature: ""),
      SignatureCase(xml: "<request name='r' since='4'/>", signature: "4"),
      SignatureCase(
        xml: """
          <request name='r'><arg name='a' type='int'/><arg name='b' type='uint'/>
          <arg name='c' type='fixed'/><arg name='d' type='string'/><arg name='e' type='fd'/></request>
          """, signature: "iufsh"),
      SignatureCase(
        xml: "<request name='r' since='2'><arg name='a' type='object' interface='i' "
          + "allow-null='true'/><arg name='b' type='new_id' interface='i'/></request>",
        signature: "2?on"),
      SignatureCase(
        xml: "<request name='r'><arg name='a' type='uint'/><arg name='b' type='new_id'/></request>",
        signature: "usun"),
    ])
  func signatures(_ row: SignatureCase) throws {
    let text = try Self.swift("<interface name='i' version='4'>\(row.xml)</interface>")
    #expect(text.contains("name: \"r\", signature: \"\(row.signature)\""), "\(text)")
  }

  @Test("Requests become methods that take and create typed objects")
  func requests() throws {
    let text = try Self.swift(
      """
      <interface name="wl_thing" version="3">
        <request name="destroy" type="destructor"/>
        <request name="make_other" since="2">
          <arg name="new_one" type="new_id" interface="wl_other"/>
          <arg name="near" type="object" interface="wl_other" allow-null="true"/>
          <arg name="title" type="string"/>
        </request>
      </interface>
      <interface name="wl_other" version="1"/>
      """)
    #expect(text.contains("struct WlThing: ProtocolObject {"))
    #expect(text.contains("func makeOther(near: WlOther?, title: String) -> WlOther {"))
    #expect(text.contains("types: [\"wl_other\", \"wl_other\", nil]"))
    #expect(text.contains("proxy.destroy(0, [])"))
    #expect(text.contains("destructor: 0)"))
  }

  @Test("Events become enum cases, enumerations become constants, and errors get names")
  func eventsAndEnumerations() throws {
    let text = try Self.swift(
      """
      <interface name="wl_thing" version="1">
        <enum name="error"><entry name="bad_size" value="0x10"/></enum>
        <enum name="turn"><entry name="default" value="0"/><entry name="90" value="1"/></enum>
        <event name="moved_to"><arg name="x" type="fixed"/><arg name="who" type="object"/></event>
        <event name="states"><arg name="all" type="array"/></event>
      </interface>
      """)
    #expect(text.contains("case movedTo(x: Double, who: OpaquePointer?)"))
    #expect(text.contains("case 1: self = .states(all: Proxy.words(arguments[0].a))"))
    #expect(text.contains("static let `default`: UInt32 = 0"))
    #expect(text.contains("static let _90: UInt32 = 1"))
    #expect(text.contains("errors: [16: \"bad_size\"]"))
  }

  @Test(
    "An invalid protocol is rejected with a reason",
    arguments: [
      ("<interface version='1'/>", "<interface> has no name"),
      ("<interface name='i' version='x'/>", "version=\"x\" of <interface> is not a number"),
      (
        "<interface name='i'><request name='r'><arg name='a' type='float'/></request></interface>",
        "argument a has the unknown type float"
      ),
      (
        "<interface name='i'><request name='r'><arg name='a' type='array'/></request></interface>",
        "i.r takes an array"
      ),
      (
        "<interface name='i'><request name='r'><arg name='a' type='new_id' interface='z'/></request>"
          + "</interface>", "i.r makes a z, which is not given"
      ),
      (
        "<interface name='i'><enum name='e'><entry name='a' value='-1'/></enum></interface>",
        "enum e has the value -1"
      ),
    ])
  func refusals(_ body: String, _ reason: String) throws {
    #expect(throws: ProtocolError(description: reason)) { try Self.swift(body) }
  }
}

struct ProtocolElementTests {
  @Test("Elements nest, and text and comments are ignored")
  func reading() throws {
    let text = """
      <?xml version="1.0"?>
      <!DOCTYPE protocol SYSTEM "wayland.dtd">
      <a k="1" l = 'x &amp;lt; &quot;y&quot;'> text <!-- <b> --> <b/><![CDATA[<c>]]>
        <b m="é"></b >
      </a>
      """
    let root = try ProtocolElement.read(Array(text.utf8))
    let expected = ProtocolElement(
      name: "a", attributes: ["k": "1", "l": "x &lt; \"y\""],
      children: [ProtocolElement(name: "b"), ProtocolElement(name: "b", attributes: ["m": "é"])])
    #expect(root == expected)
  }

  @Test(
    "Errors are reported with their line",
    arguments: [
      ("", 1), ("text", 1), ("<a>\n<b>\n</a>", 3), ("</a>", 1), ("<a>\n<b/>\n<c>\n", 3),
      ("<a k=1/>", 1), ("<a>\n<b k/></a>", 2), ("<a>\n<b k='1", 2), ("<a\n", 1),
      ("<!-- <a/>", 1), ("<>", 1), ("<a/><b/>", 1), ("<a>\n&other;</a>", 2),
    ])
  func faults(_ text: String, _ line: Int) throws {
    let error = #expect(throws: ProtocolError.self) {
      try ProtocolElement.read(Array(text.utf8))
    }
    #expect(error?.description.hasPrefix("line \(line): ") == true, "\(String(describing: error))")
  }
}
