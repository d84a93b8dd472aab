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

  @Test func `a path below the folder is a name, and the same path goes back`() throws {
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

  @Test func `a script that no path was seen of has the folder's`() throws {
    try Self.withFolder { folder, link in
      var paths = ScriptPaths()
      paths.add(folder: folder + "/", files: [:])
      #expect(paths.path(ofName: "main.lua") == "\(folder)/main.lua")
      #expect(paths.path(ofName: "gone.lua") == nil)
      #expect(paths.path(ofName: "(eval)") == nil)
      #expect(paths.path(ofName: "//moonroute/x.lua") == nil)
    }
  }

  @Test func `an editor on another machine is understood by the ends of its paths`() {
    var paths = ScriptPaths()
    paths.names = ["main.lua", "routes/cart.lua", "cart.lua"]
    #expect(paths.name(ofPath: #"C:\work\shop\routes\Cart.lua"#) == "routes/cart.lua")
    #expect(paths.name(ofPath: "/home/ada/shop/routes/cart.lua") == "routes/cart.lua")
    #expect(paths.name(ofPath: "/home/ada/shop/main.lua") == "main.lua")
    #expect(paths.name(ofPath: "/home/ada/shop/domain.lua") == nil)
    // The other files are in the same folder.
    #expect(paths.path(ofName: "cart.lua") == "/home/ada/shop/cart.lua")
  }

  @Test func `localRoot says where the editor has a copy`() {
    var paths = ScriptPaths()
    paths.localRoot = "/home/ada/shop/"
    paths.add(folder: "/srv/app", files: [:])
    #expect(paths.name(ofPath: "/home/ada/shop/routes/cart.lua") == "routes/cart.lua")
    #expect(paths.path(ofName: "main.lua") == "/home/ada/shop/main.lua")
  }

  @Test func `a file outside of the folder has the name that it was given`() throws {
    try Self.withFolder { folder, link in
      var paths = ScriptPaths()
      paths.add(folder: "/srv/app", files: ["\(folder)/main.lua": "spec/main.lua"])
      #expect(paths.name(ofPath: "\(link)/main.lua") == "spec/main.lua")
    }
  }
}
