import MessageStream
import Testing

@Suite struct FileURITests {
  @Test(arguments: [
    ("/home/mei/shop/main.lua", "file:///home/mei/shop/main.lua"),
    ("/a b/c#1?.lua", "file:///a%20b/c%231%3F.lua"),
    ("/100%/ü.lua", "file:///100%25/%C3%BC.lua"),
  ])
  func `a path and its URI convert to each other`(path: String, uri: String) {
    #expect(FileURI.uri(ofPath: path) == uri)
    #expect(FileURI.path(ofURI: uri) == path)
  }

  @Test(arguments: [
    "", "/home/mei", "http://x/y", "file://", "file://x/y", "file:///%zz", "file:///%4",
    "file:///%00",
    "file:///%FF",
  ])
  func `text that is not a file URI has no path`(uri: String) {
    #expect(FileURI.path(ofURI: uri) == nil)
  }

  @Test func `the host of a URI can be this machine`() {
    #expect(FileURI.path(ofURI: "file://localhost/a.lua") == "/a.lua")
  }
}
