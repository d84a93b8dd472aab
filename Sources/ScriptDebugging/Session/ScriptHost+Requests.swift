import MessageStream
import Moonroute
import ScriptHost

/// Client requests that wait for the router's executor, which may be stopped.
extension ScriptHost {
  /// Reloads all scripts, even if unchanged.
  func restart(_ answer: @escaping @Sendable (Result<Void, Refusal>) -> Void) {
    Task {
      do throws(ScriptProblems) {
        _ = try await loadAgain()
        answer(.success(()))
      } catch {
        answer(.failure(.scripts(error)))
      }
    }
  }

  /// Reloads changed scripts, and returns the number of the new generation, if any.
  func reloadChanged(_ answer: @escaping @Sendable (Result<Int?, Refusal>) -> Void) {
    Task {
      do throws(ScriptProblems) {
        answer(.success(try await reload()?.generation))
      } catch {
        answer(.failure(.scripts(error)))
      }
    }
  }

  /// Opens a link, or runs a line of Lua; both may suspend.
  func run(
    _ text: String,
    _ answer: @escaping @Sendable (Result<String, Refusal>) -> Void
  ) {
    Task {
      if text.hasPrefix("/") {
        return answer(.success(await router.open(text).summary))
      }
      do throws(ScriptProblems) {
        answer(.success(try await values(of: text).joined(separator: ", ")))
      } catch {
        answer(.failure(.scripts(error)))
      }
    }
  }
}
