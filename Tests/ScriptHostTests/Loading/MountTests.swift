import Moonroute
import ScriptHost
import Testing

@Suite struct MountTests {
  private static let billing = """
    local function paid() return session.paid == true, "not paid" end

    return {
      { name = "invoices", path = "invoices", view = "Invoices" },
      {
        name = "invoice",
        path = "invoices/:id<int>",
        redirect = paid,
        view = function(state)
          return screen { "Invoice", title = state.meta.area .. " " .. state.params.id }
        end,
        routes = { { name = "pdf", path = "pdf", view = "PDF" } },
      },
    }
    """

  @Test(arguments: [
    ScriptCase(
      "a module by name",
      "router.mount('/billing', 'parts.billing', options)",
      "parts/billing.lua:5"
    ),
    ScriptCase(
      "a function",
      "router.mount('/billing', function() return require 'parts.billing' end, options)",
      "main.lua:2"
    ),
    ScriptCase(
      "a module that returns a function",
      "router.mount('/billing', 'lazy', options)",
      "lazy.lua:1"
    ),
    ScriptCase(
      "the list itself",
      "router.mount('/billing', require 'parts.billing', options)",
      "main.lua:2"
    ),
  ])
  func `a module's routes are below the path, with the prefix and the shared fields of a group`(
    row: ScriptCase
  ) async throws {
    let scripts = try await LoadedScripts.load(
      """
      local options = { names = "billing.", meta = { area = "Billing" }, tags = "money" }
      \(row.script)
      """,
      files: [
        "parts/billing.lua": Self.billing,
        "lazy.lua": "return function() return require 'parts.billing' end",
      ]
    )
    #expect(await scripts.open("/billing/invoices") == "opened Invoices")
    #expect(await scripts.open("/billing/invoices/7") == "intercepted: not paid")
    _ = await scripts.evaluate("(function() session.paid = true end)()")
    #expect(await scripts.open("/billing/invoices/7") == "opened Billing 7")
    let built = await scripts.evaluate(
      "tostring(router.to('billing.pdf', { id = 1 })), router.match('/billing/invoices').tags[1]"
    )
    #expect(built == "/billing/invoices/1/pdf, money")
    let index = scripts.router.directory.index
    #expect(index.route(named: "billing.invoice")?.site?.description == row.expected)
  }

  @Test func `a mount is cancelled as a whole`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      local mounted = router.mount("/b", function() return { { path = "x", view = "X" } } end)
      router.route { path = "/off", action = function() mounted:cancel() mounted:cancel() end }
      """
    )
    #expect(await scripts.open("/b/x") == "opened X")
    _ = await scripts.open("/off")
    #expect(await scripts.open("/b/x").hasPrefix("not_found"))
  }

  @Test(arguments: [
    ScriptCase(
      "no list",
      "router.mount('/b', function() return 7 end)",
      "main.lua:1: A module must return a list of definitions, not a number. Write return { … }."
        + " [bad_argument]"
    ),
    ScriptCase(
      "a module that returns nothing",
      "router.mount('/b', 'empty')",
      "main.lua:1: A module must return a list of definitions, not a boolean. Write return { … }."
        + " [bad_argument]"
    ),
    ScriptCase(
      "no path",
      "router.mount(nil, function() return {} end)",
      "main.lua:1: bad argument #1 to 'router.mount' (string expected, got nil) [bad_argument]"
    ),
    ScriptCase(
      "a missing module",
      "router.mount('/b', 'missing')",
      "main.lua:1: There is no module 'missing': no file missing.lua. [script_error]"
    ),
    ScriptCase(
      "an unknown option",
      "router.mount('/b', 'right', { name = 'b.' })",
      "main.lua:1:31: 'name' is not a field of these options. Did you mean 'names'? [unknown_field]"
    ),
    ScriptCase(
      "an error inside the module has its own line",
      "router.mount('/b', 'wrong')",
      "wrong.lua:3:3: 'veiw' is not a field of a route. Did you mean 'view'? [unknown_field]"
    ),
    ScriptCase(
      "a path that starts with a slash",
      "router.mount('/b', 'rooted')",
      """
      rooted.lua:1:20: '/x' is a child's path and starts with '/' at byte 0. Remove the '/': a child's \
      path is below its parent's. [bad_pattern]
      """
    ),
  ])
  func `an invalid mount is refused with these messages`(row: ScriptCase) async throws {
    let found = try await problems(
      row.script,
      files: [
        "empty.lua": "", "right.lua": "return {}",
        "wrong.lua": "return {\n{ path = 'x',\n  veiw = 'X',\n} }",
        "rooted.lua": "return { { path = '/x', view = 'X' } }",
      ]
    )
    #expect(found == [row.expected])
  }

  private static let lazy = """
    local isLoaded = false
    router.proxy("/part/**", function()
      if not isLoaded then
        isLoaded = true
        registration = router.mount("/part", "part", { names = "part.", meta = { late = true } })
      end
    end)
    """

  /// An application that is loaded with or without a module.
  private struct Reloading {
    let router: LinkRouter
    private let host: ScriptHost

    init() throws {
      router = try .patient()
      host = try ScriptHost(.texts([:]), in: router)
    }

    /// Loads the scripts with a view in the module, or with another module text.
    func load(
      _ view: String?,
      module: String? = nil,
      main: String = lazy
    ) async throws -> ScriptHost {
      let part = view.map { "return { { name = 'a', path = 'a', view = '\($0)' } }" }
      var files = ["main.lua": main]
      files["part.lua"] = module ?? part
      try await host.load(from: .texts(files))
      return host
    }
  }

  @Test func `a module that a proxy mounts works for that open and after every reload`()
    async throws
  {
    let scripts = try Reloading()
    let application = scripts.router
    _ = try await scripts.load("A")
    #expect(!application.canOpen("/part/a"))
    #expect(await application.open("/part/a").summary == "opened A")
    for number in 1...3 {
      let host = try await scripts.load("A\(number)")
      #expect(application.canOpen("/part/a"))
      #expect(try await host.evaluate("router.match('part.a').meta.late") == ["true"])
      // The new scripts mount the module for the first time.
      #expect(await application.open("/part/a").summary == "opened A\(number)")
    }
    let host = try await scripts.load("A")
    _ = await application.open("/part/a")
    #expect(try await host.evaluate("registration:cancel()") == [])
    #expect(!application.canOpen("/part/a"))
    _ = try await scripts.load("A")
    #expect(!application.canOpen("/part/a"))
  }

  @Test
  func `a late module with an error keeps the old scripts, and one without a file is skipped`()
    async throws
  {
    let scripts = try Reloading()
    _ = try await scripts.load("A")
    _ = await scripts.router.open("/part/a")
    await #expect(throws: ScriptProblems.self) {
      try await scripts.load(nil, module: "return { { name = 'a', path = 'a', veiw = 'A' } }")
    }
    #expect(scripts.router.canOpen("/part/a"))
    _ = try await scripts.load(nil)
    #expect(!scripts.router.canOpen("/part/a"))
  }

  @Test func `a module that main mounts itself after a change is not mounted twice`() async throws {
    let scripts = try Reloading()
    _ = try await scripts.load("A")
    _ = await scripts.router.open("/part/a")
    let host = try await scripts.load("A", main: "router.mount('/part', 'part')")
    #expect(try await host.evaluate("router.match('/part/a').name") == ["a"])
  }

  /// Mounts the module on each link that leads there, as authors write it without their own flag.
  private static let repeated = """
    count = 0
    router.proxy("/part/**", function()
      count = count + 1
      local first = router.mount("/part", MODULE, { names = "part.", tags = "late" })
      isSame = registration == nil or registration == first
      registration = first
    end)
    """

  @Test(arguments: [
    ("a name", "'part'"),
    ("a function", "function() return { { name = 'a', path = 'a', view = 'A' } } end"),
    ("a list", "{ { name = 'a', path = 'a', view = 'A' } }"),
  ])
  func `a module is mounted once at its path, however often it is requested`(
    row: (name: String, module: String)
  ) async throws {
    let scripts = try Reloading()
    let main = Self.repeated.replacing("MODULE", with: row.module)
    for _ in 1...2 {
      let host = try await scripts.load("A", main: main)
      for _ in 1...3 { #expect(await scripts.router.open("/part/a").summary == "opened A") }
      #expect(try await host.evaluate("count, isSame, #router.routes()") == ["3", "true", "2"])
      #expect(try await host.evaluate("registration:cancel()") == [])
      #expect(!scripts.router.canOpen("/part/a"))
      #expect(await scripts.router.open("/part/a").summary == "opened A")
    }
  }

  @Test(arguments: [
    ScriptCase(
      "other options",
      "router.mount('/p', 'part', { names = 'a.' })\nrouter.mount('/p', 'part', { names = 'b.' })",
      "main.lua:2: 'part' is already mounted at '/p' with other options (main.lua:1). Mount it with"
        + " the same options, or at another path. [duplicate]"
    ),
    ScriptCase(
      "another list with the same name",
      """
      router.mount('/p', { { name = 'a', path = 'a', view = 'A' } })
      router.mount('/p', { { name = 'a', path = 'b', view = 'A' } })
      """,
      "main.lua:2: The name 'a' is taken by route '/p/a' (main.lua:1). Choose another. [duplicate]"
    ),
  ])
  func `a module at a path that is in use is a duplicate`(row: ScriptCase) async throws {
    let part = "return { { name = 'a', path = 'a', view = 'A' } }"
    #expect(try await problems(row.script, files: ["part.lua": part]) == [row.expected])
  }

  @Test func `a reload removes a late module whose options the scripts have changed`()
    async throws
  {
    let scripts = try Reloading()
    let main = Self.repeated.replacing("MODULE", with: "'part'")
    _ = try await scripts.load("A", main: main)
    #expect(await scripts.router.open("/part/a").summary == "opened A")
    let host = try await scripts.load(
      "A",
      main: main.replacing("'part.'", with: "'other.'")
        .replacing("\"part.\"", with: "\"other.\"")
    )
    #expect(await scripts.router.open("/part/a").summary == "opened A")
    #expect(try await host.evaluate("router.match('/part/a').name") == ["other.a"])
  }

  @Test func `an error in a module that is mounted late has its line in the module`()
    async throws
  {
    let scripts = try Reloading()
    let module = "return {\n  { name = 'a', path = 'a', veiw = 'A' } }"
    _ = try await scripts.load(nil, module: module)
    let error = await scripts.router.open("/part/a").error
    #expect(error?.code == .unknownField)
    #expect(error?.site?.description == "part.lua:2")
  }
}
