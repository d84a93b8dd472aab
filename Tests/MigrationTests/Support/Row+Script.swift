import Moonroute
import ScriptHost
import Testing

/// Loads an application of scripts, runs lines of Lua in it, and compares their results.
///
/// - Parameters:
///   - main: The text of `main.lua`.
///   - modules: Further files by path. Default: none.
///   - answers: Lines of Lua in order, each with the values it returns, separated by spaces.
/// - Returns: The check.
func script(
  _ main: String,
  modules: [String: String] = [:],
  _ answers: KeyValuePairs<String, String>
) -> Row.Check {
  let answers = answers.map { (line: $0.key, expected: $0.value) }
  return {
    let files = modules.merging(["main.lua": main]) { $1 }
    let host = try ScriptHost(.texts(files), in: .patient())
    try await host.load()
    for (line, expected) in answers {
      let found = try await host.evaluate(line).joined(separator: " ")
      #expect(found == expected, "\(line)")
    }
  }
}

/// Expects that an application of scripts does not load.
///
/// - Parameters:
///   - main: The text of `main.lua`.
///   - codes: The codes of all problems, in order. Default: any.
///   - words: Text that the problems contain. Default: empty.
/// - Returns: The check.
func refused(
  _ main: String,
  _ codes: [RouterError.Code]? = nil,
  saying words: String = ""
) -> Row.Check {
  {
    let host = try ScriptHost(.texts(["main.lua": main]), in: .patient())
    do {
      try await host.load()
      Issue.record("it loads")
    } catch let problems as ScriptProblems {
      if let codes { #expect(problems.problems.map(\.code) == codes) }
      let text = problems.description
      #expect(words.isEmpty || text.contains(words), "\(text)")
    }
  }
}
