import Book
import Foundation
import ScriptTesting
import Testing

/// Compares the behaviour of the running product with the book.
struct RunningProductTests {
  /// The functions that take a table, and the name of the table in the book.
  ///
  /// `FIELD` is a placeholder for an unknown field.
  private static let readers: [(call: String, table: String)] = [
    ("router.route { FIELD }", "router.RouteDefinition"),
    ("router.route { path = '/q', routes = { { FIELD } } }", "router.RouteDefinition"),
    ("router.group { FIELD }", "router.GroupDefinition"),
    ("router.shell { FIELD }", "router.ShellDefinition"),
    ("router.mount('/q', {}, { FIELD })", "router.MountOptions"),
    ("router.proxy('/q', '/', { FIELD })", "router.AttachOptions"),
    ("router.guard('/q', '/', { FIELD })", "router.AttachOptions"),
    ("router.open('/', { FIELD })", "router.OpenOptions"),
    ("router.to('home', nil, nil, { FIELD })", "router.ToOptions"),
    ("router.location { FIELD }", "router.LocationParts"),
    ("router.location('/q'):with { FIELD }", "router.LocationParts"),
    ("router.scheme('q', { FIELD })", "router.SchemeOptions"),
    ("router.type('q', { FIELD })", "router.TypeDefinition"),
    ("router.configure { FIELD }", "router.Configuration"),
    ("router.rewrite { '/q', FIELD }", "router.Change"),
    ("events.declare { FIELD }", "events.Definition"),
    ("events.on({ FIELD }, function() end)", "events.Target"),
    ("events.on('seek', function() end, { FIELD })", "events.ListenOptions"),
    ("events.next('seek', { FIELD })", "events.NextOptions"),
    ("events.emit('seek', nil, { FIELD })", "events.EmitOptions"),
    ("host.replies({}, { FIELD })", "host.ReplyOptions"),
    ("session.declare({ q = 'int' }, { FIELD })", "session.Options"),
    ("resources.put { FIELD }", "resources.Definition"),
    ("resources.get('price', nil, { FIELD })", "resources.GetOptions"),
    (
      "error(select(2, app.reload { ['personas.lua'] = 'return { q = { FIELD } }' }))",
      "testing.Persona"
    ),
  ]

  @Test
  func `the book covers every field that a returned table can have`() async throws {
    let found = try await Self.fieldsOfReaders()
    #expect(found.count == Self.readers.count)
    for (reader, fields) in zip(Self.readers, found) {
      let definition = try #require(
        Book.shipped.definitions.first { $0.name == reader.table },
        "\(reader.table) is not in the book"
      )
      let known = Set(definition.members.map(\.name))
      #expect(!fields.isEmpty, "\(reader.call) names no fields")
      #expect(fields.filter { !known.contains($0) } == [], "\(reader.call)")
    }
  }

  /// The fields that each reader lists for an unknown field.
  private static func fieldsOfReaders() async throws -> [[String]] {
    let calls = readers.map { reader in
      let call = reader.call.replacing("FIELD", with: "qqqzzzxx = 1")
      return "function() return \(call) end"
    }
    let spec = """
      for _, call in ipairs { \(calls.joined(separator: ", ")) } do
        it("names its fields", function()
          local ok, problem = pcall(call)
          assert.is_false(ok)
          print("FIELDS " .. problem.message:gsub("\\n.*", ""))
        end)
      end
      """
    let results = try await BookApplication.run(["fields_spec.lua": spec])
    for result in results where result.hasFailed { Issue.record("\(result.message ?? "")") }
    return results.filter(\.isTest)
      .map { result in
        let line = result.output.first { $0.contains("FIELDS ") } ?? ""
        guard let list = line.firstMatch(of: #/Its fields are ([a-z_, ]+)\./#) else { return [] }
        return list.output.1.split(separator: ", ").map(String.init)
      }
  }

  @Test
  func `the test above covers each place in the host that reads the fields of a table`() throws {
    let folder = BookApplication.root.appendingPathComponent("Sources/ScriptHost")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    var count = 0
    for path in paths where path.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      count += text.matches(of: #/= FieldReader\(|return FieldReader\(/#).count
    }
    // `ReferenceTests` compares the options of animators. Routes, groups and shells share one
    // reader, and so do the options of proxies, guards, opens and `router.to`. The table of
    // personas, the `host` of each and the table of replies accept any name. `LooksTests` reads
    // the table of looks.
    #expect(count == 23, "a table more or less is read: add a row to `readers`, or take one away")
  }

  @Test
  func `the router emits no event that has no row`() async throws {
    let spec = """
      local seen = {}
      events.on({ path = "moonroute://:name" }, function(event) seen[event.params.name] = true end)
      it("emits", function()
        router.open("/")
        router.open("/nowhere")
        router.open("/sum/1/2")
        router.unmatched(function() return "/" end)
        router.open("/nowhere")
        router.route { name = "broken", path = "/broken", action = function() error("no luck") end }
        router.open("/broken")
        events.on("seek", function() error("no chapter") end)
        assert.problem(function() events.emit("/seek/1") end, "no chapter")
        router.back()
        local names = {}
        for name in pairs(seen) do names[#names + 1] = name end
        print("EVENTS " .. table.concat(names, " "))
      end)
      """
    let results = try await BookApplication.run(["events_spec.lua": spec])
    for result in results where result.hasFailed { Issue.record("\(result.message ?? "")") }
    let line = results.flatMap(\.output).first { $0.contains("EVENTS ") } ?? ""
    let names = line.split(separator: " ").drop { $0 != "EVENTS" }.dropFirst()
    #expect(names.count >= 5, "\(line)")
    let page = try #require(Book.shipped.pages.first { $0.name == "router events" })
    #expect(names.filter { !page.text.contains("| `moonroute://\($0)` |") } == [])
  }

  @Test
  func `each type in the book exists in the product`() async throws {
    let page = try #require(Book.shipped.pages.first { $0.name == "patterns" })
    let types = page.text.matches(of: #/(?m)^\| `([a-z]+)` \|/#).map { String($0.output.1) }
    #expect(types.count >= 8)
    let spec = types.map {
      "it('\($0)', function() router.route { path = '/x/:y<\($0)>', view = 'X' } end)"
    }
    let files = ["types_spec.lua": spec.joined(separator: "\n")]
    for result in try await BookApplication.run(files) where result.hasFailed {
      Issue.record("\(result.name): \(result.message ?? "")")
    }
  }
}
