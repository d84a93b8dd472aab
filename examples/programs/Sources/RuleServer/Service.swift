import Moonroute
import ScriptHost

/// The visitor of a request.
///
/// The functions of the host read it in the task of the request.
enum Visitor {
  @TaskLocal static var name = ""
}

/// A store that answers slowly.
actor Stock {
  func pieces(of id: Int) async throws -> Int {
    try await Task.sleep(for: .milliseconds(id % 5))
    return id * 3
  }
}

/// Makes the host in nonisolated code, so that requests do not queue on the main actor.
func makeHost(_ stock: Stock) throws -> ScriptHost {
  try ScriptHost(rules(version: 0), isolation: nil) { offers in
    offers.function("pieces") { (id: Int) async throws in try await stock.pieces(of: id) }
    offers.function("visitor") { () in Visitor.name }
  }
}

/// The scripts of a version, which is a part of every answer.
func rules(version: Int) -> ScriptSource {
  let main = """
    local version = require "version"

    router.route { path = "/sum/:a<int>/:b<int>", action = function(state)
      return state.params.a + state.params.b, version, \(version)
    end }

    router.route { path = "/slow/:id<int>", action = function(state)
      local pieces = host.pieces(state.params.id)
      sleep(0.001)
      return pieces, version, \(version)
    end }

    router.route { name = "product", path = "/product/:id<int>", view = function(state)
      return screen {
        "Product", number = state.params.id, pieces = host.pieces(state.params.id),
        version = tostring(version), redirected = state.query.version,
      }
    end }

    router.route { path = "/item/:id<int>", redirect = function(state)
      sleep(0.001)
      local query = { version = tostring(version) }
      return router.to("product", { id = state.params.id }, query)
    end }

    router.route { name = "account", path = "/account/:id<int>", view = function(state)
      return screen { "Account", visitor = host.visitor() }
    end }

    router.guard("account", function(state)
      host.pieces(state.params.id)
      return host.visitor() ~= "", "signed out"
    end)
    """
  return .texts(["main.lua": main, "version.lua": "return \(version)"])
}
