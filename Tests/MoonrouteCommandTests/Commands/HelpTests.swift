#if Command
import TestSupport
import Testing

/// `moonroute help`: topics, searches, and the layout of pages in a terminal.
struct HelpTests {
  @Test(arguments: [
    (["router.guard"], "router.guard(key, decision, options?)"),
    (["state.params"], "router.State.params"),
    (["errors", "timeout"], "timeout"), (["unknown_name"], "The name is unknown"),
    (["patterns"], "Patterns"), (["run"], "OVERVIEW:"),
    (["types"], "In the book: moonroute help"),
    (["doc"], "OVERVIEW:"), (["types and documents"], "Types for editors"),
    ([], "moonroute help TOPIC"), ([], "Every day"), ([], "large applications"),
    (["search", "redirect_limit"], "moonroute help router router.Configuration"),
    (["test"], "OVERVIEW: Runs specs."), (["test"], "moonroute help testing test"),
    (["ROUTER.guard"], "router.guard(key, decision, options?)"),
    (["how do I test a dialog, a route that asks"], "How do I test a dialog"),
  ])
  func `a topic is shown`(topic: [String], text: String) async throws {
    let run = try await CommandRun.moonroute(["help"] + topic)
    #expect(run.status == 0)
    #expect(run.output.contains(text), "\(run.output)")
    #expect(run.errors == "")
  }

  @Test(arguments: [
    (
      "wander",
      """
          1. 'basket' has no way out: nothing is below it, and its body has no link and no
          button (main.lua:4)
             after 1 step:
               open /basket

             | -- Found by moonroute wander: dead_end, about 'basket'.
      """
    ),
    (
      "access",
      """
          Depends on the person
            by the redirect of '/account', auth.lua:7
      """
    ),
    (
      "journeys",
      """
          > /product/7
          ✓ /product/7
      """
    ),
  ])
  func `output and code in the book are shown unchanged`(
    topic: String,
    text: String
  ) async throws {
    let run = try await CommandRun.moonroute(["help", topic])
    #expect(run.output.contains(text), "\(run.output)")
  }

  @Test(arguments: [
    (
      ["gaurd"],
      "moonroute: there is no topic 'gaurd'. Did you mean 'router.guard'?"
        + " Try 'moonroute help search gaurd'.\n"
    ),
    (["search", "zzzq"], "moonroute: nothing in the book contains 'zzzq'.\n"),
    (
      ["a\u{1B}[2J"],
      "moonroute: there is no topic 'a\\u{1B}[2J'. Try 'moonroute help search a\\u{1B}[2J'.\n"
    ),
  ])
  func `an unknown topic is reported`(topic: [String], message: String) async throws {
    let run = try await CommandRun.moonroute(["help"] + topic)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors == message)
  }

  @Test(arguments: [
    ("rnu", "Error: There is no command 'rnu'. Did you mean 'run'?\n"),
    ("\u{1B}x", "Error: There is no command '\\u{1B}x'. Available: run, match, "),
    ("zzzq", "Error: There is no command 'zzzq'. Available: run, match, "),
  ])
  func `an unknown command is reported with the nearest one`(
    name: String,
    message: String
  ) async throws {
    let run = try await CommandRun.moonroute([name, "x"])
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix(message))
  }

  @Test func `a search without words is invalid usage`() async throws {
    let run = try await CommandRun.moonroute(["help", "search"])
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("Error: 'help search' takes the words to find."))
  }

  @Test(arguments: [(60, "sandbox"), (80, "pipeline"), (100, "specs")])
  func `text is wrapped at the width, but code is not`(
    columns: Int,
    page: String
  ) async throws {
    for page in TestScale.isSoak ? ["sandbox", "pipeline", "specs"] : [page] {
      let run = try await CommandRun.moonroute(
        ["help", page],
        environment: ["COLUMNS": "\(columns)"]
      )
      let tooLong = run.lines.filter { $0.count > columns && !$0.hasPrefix("    ") }
      #expect(tooLong.isEmpty, "\(page): \(tooLong)")
    }
  }
}
#endif
