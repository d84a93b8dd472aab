import Moonroute
import RoutePatterns
import Testing

extension JLRoutesTests {
  static let patterns: [Row] = [
    Row(
      "JL-12",
      "the slash at the beginning is optional",
      script(
        #"router.route { path = "user/:id", view = "User" }"#,
        ["router.open('/user/7').status": "opened"]
      )
    ),
    Row(
      "JL-13",
      "a slash at the end does not kill a pattern",
      script(
        #"router.route { path = "/user/:id/", view = "User" }"#,
        ["router.open('/user/7').status": "opened", "router.open('/user/7/').status": "opened"]
      )
    ),
    Row(
      "JL-14",
      "a parameter is never empty",
      script(
        #"router.route { path = "/user/:id", view = "User" }"#,
        ["router.open('/user//').status": "not_found"]
      )
    ),
    Row(
      "JL-15",
      "a value keeps every character",
      script(
        #"router.route { path = "/a/:x", view = "A" }"#,
        [
          "router.open('/a/c%23').params.x": "c#",
          "router.open('/a/b%2Fc').params.x": "b/c",
        ]
      )
    ),
    Row(
      "JL-16",
      "a name twice is refused",
      refused(#"router.route { path = "/a/:x/:x", view = "A" }"#, [.badPattern])
    ),
    Row(
      "JL-17",
      "a colon needs a name",
      refused(
        #"router.route { path = "/a/:", view = "A" }"#,
        [.badPattern],
        saying: "Write ':name', or '%3A' for a literal colon."
      )
    ),
    Row(
      "JL-18",
      "literal text is compared decoded, of any script",
      script(
        #"router.route { path = "/café/ab", view = "Cafe" }"#,
        [
          "router.open('/café/ab').status": "opened",
          "router.open('/caf%C3%A9/%61b').status": "opened",
          "router.can_open('/Café/ab')": "false",
        ]
      )
    ),
    Row(
      "JL-19",
      "types restrict a parameter",
      script(
        """
        router.route { name = "number", path = "/a/:x<int>", view = "A" }
        router.route { name = "word", path = "/a/:x", view = "B" }
        router.route { name = "lang", path = "/a/:x<en|fr>", view = "C" }
        """,
        [
          "router.match('/a/7').name": "number",
          "router.match('/a/x').name": "word",
          "router.match('/a/fr').name": "lang",
        ]
      )
    ),
    Row(
      "JL-20",
      "a constraint restricts a parameter",
      script(
        """
        router.route { name = "short", path = "/a/:x([a-z]{2}|none)", view = "A" }
        router.route { name = "long", path = "/a/:x", view = "B" }
        """,
        [
          "router.match('/a/fr').name": "short",
          "router.match('/a/none').name": "short",
          "router.match('/a/french').name": "long",
        ]
      )
    ),
  ]

  static let wildcards: [Row] = [
    Row(
      "JL-21",
      "a star at the end is the rest, nothing included",
      script(
        #"router.route { path = "/wildcard/*", action = function(state) return #state.rest end }"#,
        ["router.open('/wildcard').value": "0", "router.open('/wildcard/a/b').value": "2"]
      ),
      {
        let router = try Router.make {
          LinkRoute("/wildcard/*").action { .int(Int64($0.match.rest.count)) }
        }
        #expect(try await router.fetch("/wildcard/a/b") == [2])
      }
    ),
    Row(
      "JL-22",
      "the value of a star is decoded",
      script(
        """
        router.route { path = "/w/*tail", action = function(state)
          return table.concat(state.rest, " ") .. " " .. table.concat(state.params.tail, " ")
        end }
        """,
        ["router.open('/w/b%2Fc/%C3%A9').value": "b/c é b/c é"]
      )
    ),
    Row(
      "JL-23",
      "text behind a star counts",
      script(
        """
        router.route { path = "/files/**folders/:file", view = "File" }
        router.route { path = "/one/*/end", view = "One" }
        router.route { path = "/two/*/:id<int>", action = function(state) return state.params.id end }
        """,
        [
          "table.concat(router.open('/files/a/b/c.txt').params.folders, '+')": "a+b",
          "router.open('/files/a/b/c.txt').params.file": "c.txt",
          "router.open('/one/x/end').status": "opened",
          "router.open('/one/x/y/end').status": "not_found",
          "router.open('/two/x/7').value": "7",
        ]
      )
    ),
    Row(
      "JL-24",
      "a handler can decline the value of its star",
      script(
        """
        router.route { path = "/wildcard/*", action = function(state)
          if state.rest[1] ~= "joker" then return false end
          return "joker"
        end }
        router.route { path = "/**", action = function() return "other" end }
        """,
        [
          "router.open('/wildcard/joker/x').value": "joker",
          "router.open('/wildcard/x').value": "other",
        ]
      )
    ),
    Row(
      "JL-25",
      "optional parts are one route",
      script(
        #"router.route { path = "/the(/foo/:a)(/bar/:b)", view = "The" }"#,
        [
          "#router.routes()": "1",
          "router.open('/the').status": "opened",
          "router.open('/the/foo/1').params.a": "1",
          "router.open('/the/bar/2').params.b": "2",
          "router.open('/the/foo/1/bar/2').params.b": "2",
        ]
      )
    ),
    Row(
      "JL-26",
      "optional parts may be nested",
      script(
        #"router.route { path = "/n(/a(/:b))", view = "N" }"#,
        ["router.open('/n/a/7').params.b": "7", "router.open('/n/7').status": "not_found"]
      )
    ),
    Row(
      "JL-27",
      "an optional part begins with its slash",
      refused(
        #"router.route { path = "/x(suffix)", view = "X" }"#,
        [.badPattern],
        saying: "'(/optional)'"
      )
    ),
    Row(
      "JL-28",
      "an open parenthesis is refused",
      refused(
        #"router.route { path = "/x(/a", view = "X" }"#,
        [.badPattern],
        saying: "has an unbalanced parenthesis"
      )
    ),
    Row(
      "JL-29",
      "parts are matched from the left, whatever their length",
      script(
        #"router.route { path = "/s(/:x)(/:long_name)", view = "S" }"#,
        [
          "router.open('/s/1').params.x": "1",
          "router.open('/s/1/2').params.long_name": "2",
        ]
      )
    ),
    Row(
      "JL-30",
      "two equal required parts are two",
      script(
        #"router.route { path = "/a(/b)/a(/c)", view = "A" }"#,
        [
          "router.open('/a').status": "not_found",
          "router.open('/a/a').status": "opened",
          "router.open('/a/b/a/c').status": "opened",
        ]
      )
    ),
  ]
}
