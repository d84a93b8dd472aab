import LuaRuntime
import Moonroute

/// Runs the scripts of a generation and finds everything wrong with them.
struct GenerationLoader {
  let generation: Generation

  /// Runs `headless.lua` if asked for, then the entry, then checks what was not reached.
  func run() {
    let entry = generation.sources.entry
    guard let text = generation.sources[entry] else {
      generation.problems.add(
        ScriptProblem(
          .init(rawValue: "missing_file"),
          "There is no \(entry). An application is a folder with main.lua, or one .lua file."
        )
      )
      return
    }
    let headless = "headless.lua"
    if generation.setup.runsHeadless, entry == "main.lua",
      let text = generation.sources[headless]
    {
      generation.phase = .stubbing
      run(headless, text)
    }
    generation.phase = .loading
    let finished = run(entry, text)
    if !finished || !generation.problems.all.isEmpty { parseTheRest() }
  }

  /// Runs one file.
  ///
  /// - Returns: Whether it came to its end.
  @discardableResult
  private func run(_ path: String, _ text: [UInt8]) -> Bool {
    do throws(LuaError) {
      let chunk = try generation.state.load(
        text,
        name: path,
        environment: generation.environment
      )
      _ = try generation.state.call(chunk)
      return true
    } catch {
      generation.problems.add(ScriptProblem(error, in: generation.sources))
      return false
    }
  }

  /// Finds the syntax errors of files that were not run because another one failed.
  private func parseTheRest() {
    for path in generation.sources.paths {
      guard let text = generation.sources[path] else { continue }
      do throws(LuaError) {
        _ = try generation.state.load(text, name: path, environment: generation.environment)
      } catch {
        generation.problems.add(ScriptProblem(error, in: generation.sources))
      }
    }
  }
}
