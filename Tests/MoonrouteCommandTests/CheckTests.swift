#if Command
import Testing

struct CheckTests {
  @Test(arguments: [
    (
      "syntax",
      [
        "main.lua:4:1: error: '}' expected (to close '{' at line 1) near <eof>. The script does not"
          + " parse. [syntax_error]"
      ]
    ),
    (
      "field",
      [
        "main.lua:3:3: error: 'nam' is not a field of a route. Did you mean 'name'? [unknown_field]"
      ]
    ),
    (
      "duplicate",
      [
        "main.lua:2:1: error: The name 'a' is taken by route '/a' (main.lua:1). Choose another."
          + " [duplicate]",
        "main.lua:3:1: error: Route '/a' is never reached because of '/a' (main.lua:1). Remove one of"
          + " them. [duplicate]",
      ]
    ),
    (
      "rank",
      [
        "main.lua:5:1: warning: '/p/1' is never reached: '/:low/1' (main.lua:6) wins for every"
          + " location. Give it a priority, or remove one of them. [unreachable]"
      ]
    ),
    (
      "review",
      [
        "main.lua:1:1: warning: '/to' redirects to '/nowhere/at/all', which no route fits. Add one,"
          + " or lead elsewhere. [dead_end]",
        "main.lua:2:1: warning: '/l1/:x' redirects in a circle: /l1/x → /l2/x → /l1/x. Let one of"
          + " them go on. [redirect_loop]",
      ]
    ),
  ])
  func `each problem is a line with its place`(app: String, lines: [String]) async throws {
    let run = try await CommandRun.moonroute(["check", app])
    #expect(run.status == 1)
    #expect(run.lines == lines)
    #expect(run.errors.isEmpty)
  }

  @Test func `json has one line per problem`() async throws {
    let run = try await CommandRun.moonroute(["check", "field", "--json"])
    #expect(
      run.lines == [
        """
        {"file":"main.lua","line":3,"column":3,"severity":"error","rule":"unknown_field",\
        "message":"'nam' is not a field of a route. Did you mean 'name'?"}
        """
      ]
    )
  }

  @Test func `without a problem people are told, programs are not`() async throws {
    #expect(
      try await CommandRun.moonroute(["check", "plain"]).output == "no problems in 11 routes\n"
    )
    #expect(try await CommandRun.moonroute(["check", "plain", "--json"]).output.isEmpty)
  }
}
#endif
