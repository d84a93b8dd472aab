package import MessageStream
package import Moonroute
package import ScriptHost
import Synchronization

/// An application that a session loads to open its links.
///
/// It runs until the session ends, reloads changed scripts, and opens links from the console.
package final class LaunchedApplication: DebugTarget {
  /// The arguments of `launch`.
  private struct Wish {
    var app = "."
    var links: [String] = []
    var watches = true
  }

  private struct State {
    var wish = Wish()
    var host: ScriptHost?
    var work: [Task<Void, Never>] = []
    /// The number of restarts; links from before a restart are no longer opened.
    var restartCount = 0
  }

  /// The defaults for missing arguments of `launch`.
  private let usual: Wish
  private let state = Mutex(State())
  private let makeHost: @Sendable (String) async throws -> ScriptHost
  private let describe: @Sendable (Outcome) -> String

  /// Creates an application without loading it; `launch` may name another one and other links.
  package init(
    app: String,
    links: [String],
    describe: @escaping @Sendable (Outcome) -> String = { $0.summary },
    _ makeHost: @escaping @Sendable (String) async throws -> ScriptHost
  ) {
    usual = Wish(app: app, links: links)
    self.describe = describe
    self.makeHost = makeHost
  }

  /// Always true: the session starts it.
  package var startsProgram: Bool { true }

  package func begin(
    _ arguments: JSON,
    in session: DebugSession,
    _ answer: @escaping @Sendable (Result<DebugSubject?, Refusal>) -> Void
  ) {
    var wish = usual
    if let app = arguments["app"].text { wish.app = app }
    if case .list(let items) = arguments["links"] { wish.links = items.compactMap(\.text) }
    if let link = arguments["links"].text { wish.links = [link] }
    wish.watches = arguments["watch"].bool ?? true
    state.withLock { [wish] in $0.wish = wish }
    Task { [app = wish.app] in
      do {
        let host = try await makeHost(app)
        state.withLock { $0.host = host }
        answer(.success(DebugSubject(host)))
      } catch let refusal as Refusal {
        answer(.failure(refusal))
      } catch let problems as ScriptProblems {
        answer(.failure(.scripts(problems)))
      } catch {
        answer(.failure(Refusal(message: "\(error)")))
      }
    }
  }

  package func run(in session: DebugSession) {
    guard let host = state.withLock({ $0.host }) else { return }
    start {
      do throws(ScriptProblems) {
        for warning in try await host.load() { session.output("\(warning)", "stderr") }
      } catch {
        session.output("\(error)", "stderr")
        return session.exit(3)
      }
      self.watch(host, session)
      await self.open(host, session)
    }
  }

  package func restart(
    in session: DebugSession,
    _ answer: @escaping @Sendable (Result<Void, Refusal>) -> Void
  ) {
    let known = state.withLock { state in
      state.restartCount += 1
      return state.host
    }
    guard let host = known else { return answer(.failure(.ended)) }
    start {
      do throws(ScriptProblems) {
        let reload = try await host.loadAgain()
        session.output("reloaded: generation \(reload.generation)", "console")
        answer(.success(()))
      } catch {
        return answer(.failure(.scripts(error)))
      }
      await self.open(host, session)
    }
  }

  package func end() {
    let (host, work) = state.withLock { state in
      defer { (state.host, state.work) = (nil, []) }
      return (state.host, state.work)
    }
    for task in work { task.cancel() }
    guard let host else { return }
    Task { await host.close() }
  }

  private func start(_ work: @escaping @Sendable () async -> Void) {
    let task = Task { await work() }
    state.withLock { $0.work.append(task) }
  }

  private func open(_ host: ScriptHost, _ session: DebugSession) async {
    let (links, count) = state.withLock { ($0.wish.links, $0.restartCount) }
    for link in links {
      guard !Task.isCancelled, state.withLock({ $0.restartCount }) == count else { return }
      let outcome = await host.router.open(link)
      session.output(describe(outcome), "console")
    }
  }

  /// Reloads the scripts when they change.
  private func watch(_ host: ScriptHost, _ session: DebugSession) {
    let isWatching = state.withLock { $0.wish.watches }
    guard isWatching, let source = host.watchedSource else { return }
    start {
      let watcher = ScriptWatcher(source)
      for await _ in watcher.changes where !Task.isCancelled {
        do throws(ScriptProblems) {
          guard let reload = try await host.reload() else { continue }
          session.output("reloaded: generation \(reload.generation)", "console")
        } catch {
          session.output("\(error)", "stderr")
        }
      }
      watcher.stop()
    }
  }
}
