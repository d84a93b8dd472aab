import Foundation
import Moonroute
import RuleProof
import ScriptHost
import ScriptTesting
import TestSupport

/// Folders with an application that has journeys.
enum JourneyFolders {
  /// An application with a home page, a page that requires a login, and a question.
  static let main = """
    session.user = nil
    router.route { name = "home", path = "/", animator = "root", view = function()
      return screen { "Home", body = {
        { "field", "who" },
        { "button", "Delete", on_tap = function() router.open("/delete") end },
      } }
    end }
    router.route { name = "login", path = "/login", view = "Login", animator = "sheet" }
    router.route { name = "orders", path = "/orders", view = "Orders" }
    router.guard("orders", function()
      if not session.user then return router.to("login") end
      return true
    end)
    router.route { name = "sure", path = "/sure", view = "Sure", animator = "sheet" }
    router.route { name = "delete", path = "/delete", action = function()
      local _, how = router.ask("/sure")
      return how
    end }
    router.route { name = "add", path = "/add/:id<int>", action = function(state)
      return state.params.id, { "龙井", x = 1.5 }
    end }
    """

  /// A spec written by hand.
  static let byHand = """
    describe("a visitor", function()
      it("has to log in", function()
        router.open("/")
        assert.redirected(router.open("/orders"), { "/login" })
      end)
    end)
    """

  /// A folder with the application and further files.
  static func folder(
    _ files: [String: String] = [:],
    main: String = JourneyFolders.main
  ) throws -> TextFolder {
    try TextFolder(files.merging(["main.lua": main]) { $1 })
  }

  /// A host for the scripts of a folder, which are not loaded.
  static func host(_ folder: String) throws -> ScriptHost {
    try ScriptHost(
      .folder(folder),
      in: try LinkRouter(isolation: MainActor.shared),
      options: ScriptOptions(runsHeadless: true, loadsParts: true)
    )
  }
}

extension TextFolder {
  func write(_ text: String, to name: String) throws {
    let file = URL(fileURLWithPath: self(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  /// The journeys in the folder.
  var journeys: JourneyFolder { get throws { try JourneyFolder(of: JourneyFolders.host(path)) } }
}
