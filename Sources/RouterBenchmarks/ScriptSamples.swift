/// Scripts of applications in different sizes.
enum ScriptSamples {
  /// An application of 1,000 routes in 50 files; `version` is in one of them or in all.
  static func application(version: Int, inAll all: Bool = false) -> [String: String] {
    var files = ["main.lua": (0..<50).map { "require \"routes.m\($0)\"\n" }.joined()]
    for module in 0..<50 {
      files["routes/m\(module).lua"] = text(of: module, version: all || module == 7 ? version : 0)
    }
    return files
  }

  /// An application with 20 routes per file, which refer to each other and have guards.
  static func linked(modules: Int) -> [String: String] {
    var files = ["main.lua": (0..<modules).map { "require \"routes.m\($0)\"\n" }.joined()]
    for module in 0..<modules { files["routes/m\(module).lua"] = linkedText(of: module) }
    return files
  }

  private static func linkedText(of module: Int) -> String {
    let routes = (0..<20)
      .map { index in
        """

        -- The page \(index) of the area \(module).
        router.route {
          name = "m\(module)_r\(index)", path = "/module\(module)/route\(index)/:id<int>",
          tags = { "area\(module)" },
          redirect = function(state)
            if state.params.id < 0 then return router.to("m\(module)_r0", { id = 0 }) end
          end,
          view = function(state)
            local id = state.params.id
            return screen { "Page", title = title(id, \(index)), body = {
              { "link", "Next", to = router.to("m\(module)_r\((index + 1) % 20)", { id = id + 1 }) },
            } }
          end,
        }

        """
      }
    return """
      local function title(id, place)
        if id == 0 then return "Start" end
        return ("Route %d of %d"):format(place, id)
      end

      """ + routes.joined()
  }

  private static func text(of module: Int, version: Int) -> String {
    let routes = (0..<20)
      .map { index in
        """
        router.route {
          name = "m\(module)_r\(index)", path = "/module\(module)/route\(index)/:id<int>",
          meta = { version = \(version) },
          redirect = function(state)
            if state.params.id < 0 then return "/module\(module)" end
          end,
          view = function(state)
            return screen { "Page", title = "Route \(index) " .. state.params.id }
          end,
        }

        """
      }
    return routes.joined()
  }
}
