import Moonroute
import RoutePatterns
import Testing

extension URLNavigatorTests {
  static let patterns: [Row] = [
    Row(
      "UN-01",
      "a placeholder is a name behind a colon",
      script(
        #"router.route { path = "myapp://user/:id", view = "User" }"#,
        ["router.open('myapp://user/devxoul').params.id": "devxoul"]
      ),
      {
        let pattern = try RoutePattern("myapp://user/:id")
        let match = pattern.match(try Location(parsing: "myapp://user/devxoul"))
        #expect(match?[text: "id"] == "devxoul")
      }
    ),
    Row(
      "UN-02",
      "a type follows the name",
      script(
        """
        router.route { path = "/int/:x<int>", action = function(s) return math.type(s.params.x) end }
        router.route { path = "/float/:x<number>", action = function(s) return math.type(s.params.x) end }
        router.route { path = "/uuid/:x<uuid>", action = function(s) return s.params.x end }
        """,
        [
          "router.open('/int/7').value": "integer",
          "router.open('/float/1.5').value": "float",
          "router.open('/uuid/550E8400-E29B-41D4-A716-446655440000').value":
            "550e8400-e29b-41d4-a716-446655440000",
        ]
      ),
      {
        let pattern = try RoutePattern("/int/:x<int>")
        let match = pattern.match(try Location(parsing: "/int/7"))
        #expect(match?[int: "x"] == 7)
        #expect(pattern.match(try Location(parsing: "/int/x")) == nil)
      }
    ),
    Row(
      "UN-03",
      "an unknown type is refused",
      refused(
        #"router.route { path = "/a/:x<itn>", view = "A" }"#,
        saying: "names the unknown type 'itn'"
      )
    ),
    Row(
      "UN-04",
      "text can surround a parameter",
      script(
        #"router.route { path = "/u-:id.json", view = "User" }"#,
        ["router.open('/u-7.json').params.id": "7"]
      )
    ),
    Row(
      "UN-05",
      "the old form is refused, and the message shows the new one",
      refused(
        #"router.route { path = "/a/<int:id>", view = "A" }"#,
        [.badPattern],
        saying: "Write ':id<int>', or '%3C' for a literal '<'."
      ),
      script(
        #"router.route { path = "/a/%3Cb", view = "A" }"#,
        ["router.open('/a/<b').status": "opened"]
      )
    ),
    Row(
      "UN-06",
      "an integer is an optional minus and digits within 64 bits",
      script(
        #"router.route { path = "/a/:x<int>", action = function(s) return s.params.x end }"#,
        [
          "router.open('/a/-7').value": "-7",
          "router.open('/a/007').value": "7",
          "router.open('/a/+1').status": "not_found",
          "router.open('/a/9223372036854775807').value": "9223372036854775807",
          "router.open('/a/9223372036854775808').status": "not_found",
        ]
      )
    ),
    Row(
      "UN-07",
      "a number has no exponent and is finite",
      script(
        #"router.route { path = "/a/:x<number>", action = function(s) return s.params.x end }"#,
        [
          "router.open('/a/-1.5').value": "-1.5",
          "router.open('/a/1e3').status": "not_found",
          "router.open('/a/nan').status": "not_found",
          "router.open('/a/inf').status": "not_found",
        ]
      )
    ),
    Row(
      "UN-08",
      "an application may add types",
      script(
        #"""
        router.type("sku", {
          match = "[A-Z]{3}\\d+",
          parse = function(text) return { letters = text:sub(1, 3), number = tonumber(text:sub(4)) } end,
          format = function(sku) return sku.letters .. sku.number end,
        })
        router.route { name = "item", path = "/item/:id<sku>", action = function(state)
          return state.params.id.number
        end }
        """#,
        [
          "router.fetch('/item/TEA42')": "42",
          "router.open('/item/tea42').status": "not_found",
          "router.to('item', { id = { letters = 'TEA', number = 42 } })": "/item/TEA42",
        ]
      ),
      {
        var types = ParameterTypes.builtIn
        let constraint = try Constraint(#"[A-Z]{3}\d+"#)
        try types.define("sku", matching: constraint) { $0.dropFirst(3).count }
        let pattern = try RoutePattern("/item/:id<sku>", types: types)
        let match = pattern.match(try Location(parsing: "/item/TEA42"))
        #expect(match?[text: "id"] == "TEA42")
        #expect(match?.parsed("id") as? Int == 2)
        #expect(pattern.match(try Location(parsing: "/item/tea42")) == nil)
        #expect(throws: PatternError.self) { try RoutePattern("/item/:id<sku>") }
      }
    ),
    Row(
      "UN-09",
      "the rest is a catch-all, nothing included",
      script(
        """
        router.route { path = "/some/**rest", action = function(s) return table.concat(s.rest, "|") end }
        router.route { path = "/more/:first/**rest", view = "More" }
        """,
        [
          "router.open('/some').value": "",
          "router.open('/some/a/b').value": "a|b",
          "router.open('/more').status": "not_found",
          "router.open('/more/a').status": "opened",
        ]
      ),
      {
        let pattern = try RoutePattern("/some/**rest")
        #expect(pattern.match(try Location(parsing: "/some/a/b"))?.rest == ["a", "b"])
      }
    ),
    Row(
      "UN-10",
      "a catch-all can be in the middle",
      script(
        #"router.route { path = "/a/**folders/edit/:id", view = "Edit" }"#,
        [
          "router.open('/a/edit/7').params.id": "7",
          "router.open('/a/b/c/edit/7').params.id": "7",
          "router.open('/a/b/c/7').status": "not_found",
        ]
      )
    ),
    Row(
      "UN-11",
      "a placeholder can replace the host",
      script(
        #"router.route { path = "myapp://:id<int>/x", action = function(s) return s.params.id end }"#,
        ["router.open('myapp://7/x').value": "7", "router.open('myapp://a/x').status": "not_found"]
      )
    ),
  ]
}
