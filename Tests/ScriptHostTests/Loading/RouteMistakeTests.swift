import Moonroute
import ScriptHost
import Testing

/// Mistakes in a definition, and the messages that a route author reads.
@Suite struct RouteMistakeTests {
  @Test(arguments: [
    ScriptCase(
      "an unknown field suggests the nearest",
      #"router.route { path = "/a", veiw = "A" }"#,
      "main.lua:1:29: 'veiw' is not a field of a route. Did you mean 'view'? [unknown_field]"
    ),
    ScriptCase(
      "an unknown field without near ones lists all",
      #"router.group { routes = {}, zzzzzz = 1 }"#,
      """
      main.lua:1:29: 'zzzzzz' is not a field of a group. Its fields are host, meta, path, redirect, \
      scheme, tags, owner, routes. [unknown_field]
      """
    ),
    ScriptCase(
      "a path is needed",
      #"router.route { name = "a", view = "A" }"#,
      "main.lua:1: A route needs a path, such as path = \"/cart\". [bad_pattern]"
    ),
    ScriptCase(
      "a list item is not a field",
      #"router.route { "/a", path = "/a", view = "A" }"#,
      "main.lua:1: A list item is not a field of a route. Write name = value. [unknown_field]"
    ),
    ScriptCase(
      "path: text",
      #"router.route { path = 3, view = "A" }"#,
      "main.lua:1:16: 'path' of a route must be text, not 3. [wrong_type]"
    ),
    ScriptCase(
      "name: text",
      #"router.route { path = "/a", view = "A", name = true }"#,
      "main.lua:1:41: 'name' of a route must be text, not true. [wrong_type]"
    ),
    ScriptCase(
      "name: text in UTF-8",
      #"router.route { path = "/a", view = "A", name = "a\xff" }"#,
      "main.lua:1:41: 'name' of a route must be text, not text that is not UTF-8. [wrong_type]"
    ),
    ScriptCase(
      "samples: tables of parameters",
      #"router.route { path = "/a/:id", view = "A", samples = { 7, 9 } }"#,
      """
      main.lua:1:45: 'samples' lists parameters by name, such as { { id = 7 }, { id = 9 } }. \
      [wrong_type]
      """
    ),
    ScriptCase(
      "samples: values that fit",
      #"router.route { path = "/a/:id<int>", view = "A", samples = { id = "x" } }"#,
      """
      main.lua:1: A sample of route '/a/:id<int>' has 'x' for 'id'. Give an integer within 64 bits. \
      [wrong_type]
      """
    ),
    ScriptCase(
      "samples: existing parameters",
      #"router.route { path = "/a/:id<int>", view = "A", samples = { { id = 1 }, { di = 2 } } }"#,
      """
      main.lua:1: A sample of route '/a/:id<int>' names 'di', which is not a parameter. It takes id. \
      Did you mean 'id'? [unknown_parameter]
      """
    ),
    ScriptCase(
      "samples of a type must match it",
      #"router.type("size", { match = { "S", "M" }, samples = { "S", "L" } })"#,
      """
      main.lua:1:45: The sample 'L' does not match the type 'size'. Use values that 'match' accepts. \
      [wrong_type]
      """
    ),
    ScriptCase(
      "view: a name or a function",
      #"router.route { path = "/a", view = {} }"#,
      """
      main.lua:1:29: 'view' of a route must be the name of a view or a function, not a table. \
      [wrong_type]
      """
    ),
    ScriptCase(
      "action: a function",
      #"router.route { path = "/a", action = "ping" }"#,
      "main.lua:1:29: 'action' of a route must be a function, not the text 'ping'. [wrong_type]"
    ),
    ScriptCase(
      "redirect: a function, a location or a list",
      #"router.route { path = "/a", redirect = 7 }"#,
      """
      main.lua:1:29: 'redirect' of a route must be a function, a location or a list of these, \
      not 7. [wrong_type]
      """
    ),
    ScriptCase(
      "redirect: every item of the list",
      #"router.route { path = "/a", redirect = { "/b", false } }"#,
      """
      main.lua:1:29: 'redirect' of a route must be a function, a location or a list of these, \
      not false. [wrong_type]
      """
    ),
    ScriptCase(
      "on_exit: a function",
      #"router.route { path = "/a", view = "A", on_exit = true }"#,
      "main.lua:1:41: 'on_exit' of a route must be a function, not true. [wrong_type]"
    ),
    ScriptCase(
      "animator: an unknown name",
      #"router.route { path = "/a", view = "A", animator = "shet" }"#,
      "main.lua:1:41: There is no animator 'shet'. Did you mean 'sheet'? [unknown_name]"
    ),
    ScriptCase(
      "animator: another type",
      #"router.route { path = "/a", view = "A", animator = 3 }"#,
      """
      main.lua:1:41: An animator is a name such as "push" or animator.push, not a number. \
      [wrong_type]
      """
    ),
    ScriptCase(
      "animated: true or false",
      #"router.route { path = "/a", view = "A", animated = "no" }"#,
      "main.lua:1:41: 'animated' of a route must be true or false, not the text 'no'. [wrong_type]"
    ),
    ScriptCase(
      "tags: a list of texts",
      #"router.route { path = "/a", view = "A", tags = { 1 } }"#,
      "main.lua:1:41: 'tags' of a route must be a list of texts, not a table. [wrong_type]"
    ),
    ScriptCase(
      "priority: a whole number",
      #"router.route { path = "/a", view = "A", priority = 1.5 }"#,
      "main.lua:1:41: 'priority' of a route must be a whole number, not 1.5. [wrong_type]"
    ),
    ScriptCase(
      "meta: a table",
      #"router.route { path = "/a", view = "A", meta = "x" }"#,
      "main.lua:1:41: 'meta' of a route must be a table, not the text 'x'. [wrong_type]"
    ),
    ScriptCase(
      "case_sensitive: true or false",
      #"router.route { path = "/a", view = "A", case_sensitive = 1 }"#,
      "main.lua:1:41: 'case_sensitive' of a route must be true or false, not 1. [wrong_type]"
    ),
    ScriptCase(
      "keep_query: true or false",
      #"router.route { path = "/a", view = "A", keep_query = 1 }"#,
      "main.lua:1:41: 'keep_query' of a route must be true or false, not 1. [wrong_type]"
    ),
    ScriptCase(
      "scheme: text",
      #"router.route { path = "/a", view = "A", scheme = {} }"#,
      "main.lua:1:41: 'scheme' of a route must be text, not a table. [wrong_type]"
    ),
    ScriptCase(
      "host: text",
      #"router.route { path = "/a", view = "A", host = {} }"#,
      "main.lua:1:41: 'host' of a route must be text, not a table. [wrong_type]"
    ),
    ScriptCase(
      "routes: a table",
      #"router.route { path = "/a", routes = "b" }"#,
      "main.lua:1:29: 'routes' of a route must be a table, not the text 'b'. [wrong_type]"
    ),
    ScriptCase(
      "routes: a list of definitions",
      #"router.route { path = "/a", routes = { "b" } }"#,
      "main.lua:1:29: 'routes' of a route is a list of definitions, not of strings. [wrong_type]"
    ),
    ScriptCase(
      "routes: no names in the list",
      #"router.route { path = "/a", routes = { path = "b" } }"#,
      "main.lua:1:16: 'routes' of a route is a list of definitions; 'path' is not one. [wrong_type]"
    ),
    ScriptCase(
      "view with action",
      #"router.route { path = "/a", view = "A", action = function() end }"#,
      """
      main.lua:1: Route '/a' has both a view and an action. Keep only one of them. \
      [bad_pattern]
      """
    ),
    ScriptCase(
      "a route without work",
      #"router.route { path = "/a" }"#,
      """
      main.lua:1: Route '/a' does nothing. Give it a view, an action, a redirect or routes. \
      [bad_pattern]
      """
    ),
    ScriptCase(
      "a duplicate name",
      """
      router.route { name = "a", path = "/a", view = "A" }
      router.route { name = "a", path = "/b", view = "B" }
      """,
      "main.lua:2: The name 'a' is taken by route '/a' (main.lua:1). Choose another. [duplicate]"
    ),
    ScriptCase(
      "a duplicate pattern",
      """
      router.route { path = "/a/:x", view = "A" }
      router.route { path = "/a/:y", view = "B" }
      """,
      """
      main.lua:2: Route '/a/:y' is never reached because of '/a/:x' (main.lua:1). \
      Remove one of them. [duplicate]
      """
    ),
    ScriptCase(
      "no table",
      #"router.route("/a")"#,
      "main.lua:1: bad argument #1 to 'router.route' (table expected, got string) [bad_argument]"
    ),
    ScriptCase(
      "nothing",
      #"router.route()"#,
      "main.lua:1: bad argument #1 to 'router.route' (table expected, got no value) [bad_argument]"
    ),
    ScriptCase(
      "a group needs routes",
      #"router.group { path = "/a" }"#,
      "main.lua:1: A group needs routes = { … }. [bad_pattern]"
    ),
    ScriptCase(
      "the error of a child has the child's own line",
      """
      router.route {
        path = "/", view = "Home", tags = { "x" },
        routes = {
          { path = "a", view = "A", tags = { "x" } },
          {
            tags = 3,
            path = "b", view = "B",
          },
        },
      }
      """,
      "main.lua:6:7: 'tags' of a route must be a list of texts, not 3. [wrong_type]"
    ),
  ])
  func `an invalid definition is refused with these messages`(row: ScriptCase) async throws {
    let found = try await problems(row.script)
    #expect(found == [row.expected])
  }

  @Test func `a view that the program does not offer is refused`() async throws {
    let found = try await problems(#"router.route { path = "/a", view = "Hme" }"#) { offers in
      offers.view("Home") { _ in Screen("Home") }
    }
    #expect(
      found == [
        "main.lua:1:29: The program does not offer the view 'Hme'. Did you mean 'Home'?"
          + " [unknown_name]"
      ]
    )
  }
}
