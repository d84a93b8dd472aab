import Moonroute
import RoutePatterns
import Testing

extension SwiftyRouterTests {
  static let links: [Row] = [
    Row(
      "SW-01",
      "scheme, modules and query are a location",
      script(
        """
        router.route { path = "router://moduleA/one/two", action = function(state)
          return state.query.param1 .. state.query.param2
        end }
        """,
        ["router.open('router://moduleA/one/two/?param1=1&param2=2').value": "12"]
      )
    ),
    Row(
      "SW-02",
      "a link is built of parts",
      script(
        "",
        [
          "router.location { scheme = 'router', path = { 'moduleA', 'one' }, query = { a = 1 } }":
            "router://moduleA/one?a=1"
        ]
      ),
      {
        let link = try Location {
          LinkPart.scheme("router")
          LinkPart.segment("moduleA")
          LinkPart.segment("one")
          LinkPart.query("a", "1")
          LinkPart.query("b", "2")
        }
        #expect(link.description == "router://moduleA/one?a=1&b=2")
      }
    ),
    Row(
      "SW-03",
      "every part is encoded",
      {
        let link = try Location {
          LinkPart.scheme("router")
          LinkPart.segment("a/b")
          LinkPart.query("q&", "x=1&y")
        }
        #expect(link.segments == ["a/b"])
        #expect(link.query.last("q&") == "x=1&y")
        #expect(try Location(parsing: link.description) == link)
      }
    ),
    Row(
      "SW-04",
      "conditions and loops are allowed among the parts",
      {
        func link(_ names: [String], isNew: Bool) throws -> Location {
          try Location {
            LinkPart.scheme("router")
            for name in names { LinkPart.segment(name) }
            if isNew { LinkPart.query("new") } else { LinkPart.query("old") }
          }
        }
        let (new, old) = (try link(["a", "b"], isNew: true), try link([], isNew: false))
        #expect(new.description == "router://a/b?new")
        #expect(old.query.names == ["old"])
      }
    ),
    Row(
      "SW-05",
      "parts that make no link are an error",
      {
        #expect(throws: LocationError.self) {
          try Location {
            LinkPart.scheme("not a scheme")
            LinkPart.segment("a")
          }
        }
        #expect(throws: LocationError.self) { try Location { LinkPart.segment("") } }
      }
    ),
    Row(
      "SW-06",
      "a link needs no scheme",
      script(
        #"router.route { path = "/moduleA", view = "A" }"#,
        [
          "router.location { path = { 'moduleA' } }": "/moduleA",
          "router.open('/moduleA').status": "opened",
          "router.open('router://moduleA').status": "opened",
        ]
      )
    ),
    Row(
      "SW-07",
      "text that should have been escaped is read as it is",
      script(
        #"router.route { path = "router://search/:word", action = function(s) return s.params.word end }"#,
        ["router.open('router://search/你好 |x').value": "你好 |x"]
      )
    ),
    Row(
      "SW-08",
      "data that is not text accompanies the link",
      script(
        #"router.route { path = "router://a", action = function(s) return s.extra.id + 1 end }"#,
        ["router.open('router://a', { extra = { image = 'png', id = 123456 } }).value": "123457"]
      ),
      {
        final class Image: Sendable {}
        let image = Image()
        let router = try Router.make {
          LinkRoute("router://a").action { $0.extra.table?["image"] ?? .null }
        }
        let reference = Value.ObjectReference(image, id: 1, kind: "image")
        let options = OpenOptions(extra: ["image": .reference(reference)])
        let outcome = await router.open("router://a", options: options)
        #expect(outcome.values.first?.object(Image.self) === image)
      }
    ),
    Row(
      "SW-09",
      "names and values are decoded, a plus is a space, no part is lost",
      script(
        """
        router.route { path = "router://a", action = function(state)
          return state.query["na me"] .. " [" .. state.query.k .. "] " .. state.query.p .. " "
            .. state.query.e .. " " .. state.query.d .. " " .. state.fragment
        end }
        """,
        [
          "router.open('router://a?na%20me=1&k&p=x+y&e=a=b&d=1&d=2#top').value":
            "1 [] x y a=b 2 top"
        ]
      )
    ),
  ]
}
