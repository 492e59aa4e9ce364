import Testing

@testable import WebServer

/// Each row is a request and its result; the server listens at port 8437 with the token "secret".
@Suite struct WebAccessTests {
  private let access = WebAccess(
    port: 8437, hosts: WebAccess.loopbackHosts.union(["panel.local"]), token: "secret")

  @Test(
    arguments: [
      ("127.0.0.1:8437", nil, "token=secret", nil),
      ("localhost:8437", "http://localhost:8437", "token=secret", nil),
      ("LOCALHOST:8437", "http://localhost:8437", "a=b&token=secret", nil),
      ("[::1]:8437", "http://[::1]:8437", "token=secret", nil),
      ("panel.local:8437", "http://panel.local:8437", "token=secret", nil),
      (nil, nil, "token=secret", .host),
      ("evil.example:8437", nil, "token=secret", .host),
      ("127.0.0.1:80", nil, "token=secret", .host),
      ("127.0.0.1", nil, "token=secret", .host),
      ("127.0.0.1:8437.evil.example", nil, "token=secret", .host),
      ("127.0.0.1:8437", "http://evil.example", "token=secret", .origin),
      ("127.0.0.1:8437", "https://127.0.0.1:8437", "token=secret", .origin),
      ("127.0.0.1:8437", "null", "token=secret", .origin),
      ("127.0.0.1:8437", "http://localhost:8437", "token=secret", .origin),
      ("127.0.0.1:8437", nil, "", .token),
      ("127.0.0.1:8437", nil, "token=", .token),
      ("127.0.0.1:8437", nil, "token=secrets", .token),
      ("127.0.0.1:8437", nil, "xtoken=secret", .token),
      ("127.0.0.1:8437", nil, "token=wrong&token=secret", .token),
    ] as [(String?, String?, String, WebAccess.Refusal?)])
  func requests(
    _ host: String?, _ origin: String?, _ query: String, _ refusal: WebAccess.Refusal?
  ) {
    #expect(
      access.refusal(
        host: host, origin: origin, query: query, needsOrigin: false, needsToken: true) == refusal)
  }

  @Test func socketsRequireAnOrigin() {
    #expect(
      access.refusal(
        host: "localhost:8437", origin: nil, query: "token=secret", needsOrigin: true,
        needsToken: true) == .origin)
  }

  @Test func publicPagesRequireNoToken() {
    #expect(
      access.refusal(
        host: "localhost:8437", origin: nil, query: "", needsOrigin: false, needsToken: false)
        == nil)
  }

  @Test func serversWithoutATokenRequireNone() {
    #expect(
      WebAccess(port: 80).refusal(
        host: "localhost", origin: "http://localhost", query: "", needsOrigin: true,
        needsToken: true) == nil)
  }
}
