import Foundation
import Testing

@testable import ScriptDebugging

@Suite struct ScriptPathsTests {
  /// An application in a folder with a symbolic link to it.
  private static func withFolder(_ body: (_ folder: String, _ link: String) throws -> Void) throws {
    let folder = try ScriptFolder(["main.lua": "", "routes/cart.lua": ""])
    let link = folder.path + "-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    defer {
      folder.remove()
      try? FileManager.default.removeItem(atPath: link)
    }
    try body(folder.path, link)
  }

  @Test func `a path below the folder becomes a name, and back`() throws {
    try Self.withFolder { folder, link in
      var paths = ScriptPaths()
      paths.add(folder: folder, files: [:])
      let names: [(String, String?)] = [
        ("\(folder)/main.lua", "main.lua"),
        ("\(folder)/routes/./x/../cart.lua", "routes/cart.lua"),
        ("\(link)/routes/cart.lua", "routes/cart.lua"),
        ("file://\(folder)/routes/cart.lua", "routes/cart.lua"),
        ("file://\(folder)/routes/c%61rt.lua", "routes/cart.lua"),
        ("\(folder)/routes/not_there_yet.lua", "routes/not_there_yet.lua"),
        ("/elsewhere/main.lua", nil),
        (NSTemporaryDirectory() + "other.lua", nil),
      ]
      for (path, name) in names {
        #expect(paths.name(ofPath: path) == name, "\(path)")
        if let name { #expect(paths.path(ofName: name) == path) }
      }
    }
  }

  @Test func `a script without a known path has the folder's path`() throws {
    try Self.withFolder { folder, link in
      var paths = ScriptPaths()
      paths.add(folder: folder + "/", files: [:])
      #expect(paths.path(ofName: "main.lua") == "\(folder)/main.lua")
      #expect(paths.path(ofName: "gone.lua") == nil)
      #expect(paths.path(ofName: "(eval)") == nil)
      #expect(paths.path(ofName: "//moonroute/x.lua") == nil)
    }
  }

  @Test func `paths of an editor on another machine match by their endings`() {
    var paths = ScriptPaths()
    paths.names = ["main.lua", "routes/cart.lua", "cart.lua"]
    #expect(paths.name(ofPath: #"C:\work\shop\routes\Cart.lua"#) == "routes/cart.lua")
    #expect(paths.name(ofPath: "/home/ada/shop/routes/cart.lua") == "routes/cart.lua")
    #expect(paths.name(ofPath: "/home/ada/shop/main.lua") == "main.lua")
    #expect(paths.name(ofPath: "/home/ada/shop/domain.lua") == nil)
    // The other files are in the same folder.
    #expect(paths.path(ofName: "cart.lua") == "/home/ada/shop/cart.lua")
  }

  @Test func `localRoot is the editor's copy of the folder`() {
    var paths = ScriptPaths()
    paths.localRoot = "/home/ada/shop/"
    paths.add(folder: "/srv/app", files: [:])
    #expect(paths.name(ofPath: "/home/ada/shop/routes/cart.lua") == "routes/cart.lua")
    #expect(paths.path(ofName: "main.lua") == "/home/ada/shop/main.lua")
  }

  @Test func `a file outside of the folder keeps its given name`() throws {
    try Self.withFolder { folder, link in
      var paths = ScriptPaths()
      paths.add(folder: "/srv/app", files: ["\(folder)/main.lua": "spec/main.lua"])
      #expect(paths.name(ofPath: "\(link)/main.lua") == "spec/main.lua")
    }
  }
}
