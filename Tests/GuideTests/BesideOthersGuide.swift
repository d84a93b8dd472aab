import Moonroute
import Testing

import struct Moonroute.Route
import struct Moonroute.Screen

typealias Application = Moonroute.Application
typealias Table = Moonroute.Table

typealias AppRouter = Moonroute.Application

func makeRouter() throws -> Application {
  try Application { Route("/", name: "home", view: "Home") }
}

let preferences: Table = Table(fields: ["size": 12, "theme": "dark"])

nonisolated struct Price: Codable {
  var cents: Int
}

/// The code of `BesideOthers.md`, which `SwiftUIStageTests` compiles with a substitute for SwiftUI.
struct BesideOthersGuide {
  @Test func `a program's own names take precedence over those of the modules`() async throws {
    let router: AppRouter = try makeRouter()
    #expect(await router.open("/").screen?.view == "Home")
    #expect(preferences["size"] == 12)
  }
}
