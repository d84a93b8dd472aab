#if Inspector
package import MessageStream
package import Moonroute
package import Rehearsal
package import ScriptHost
import ScriptReports
import Synchronization

/// An application with a record of its acts and events.
package final class InspectedApplication: Sendable {
  /// The row of the act that the current task belongs to.
  @TaskLocal package static var currentAct: Int?

  /// Collects the log lines of the Lua text that the current task belongs to.
  @TaskLocal static var printed: PrintedLines?

  package let application: LinkRouter

  package let host: ScriptHost?

  /// The clock, if it can be moved.
  package let clock: LiveClock?

  package let timeline: Timeline

  let opens: OpenWatch

  /// Makes hosts for rehearsals; `nil` if rehearsals are not possible.
  package let makeHost: RehearsalScripts.MakeHost?

  /// The inspector's own state about the application.
  package struct Status: Sendable {
    /// The current persona; `nil` means none.
    package var persona: String?
    package var generation: Int?
    package var problems: [ScriptProblem] = []
    /// The warnings of the last load.
    package var warnings: [ScriptProblem] = []
    /// The number of loads so far, including failed ones.
    package var loadCount = 0
    /// The changes of the last reload, as `watch --json` prints them.
    package var reload: JSON = .null
    /// The row that the page shows.
    package var travel: Int?
  }

  private struct State {
    var status = Status()
    var recording = Recording(limit: Recording.inspectorLimit)
    var watching: Watching?
  }

  private let state = Mutex(State())

  /// The number of script generations before the first one of this host.
  let earlierGenerations: Int

  /// The maximum real time for moving the clock ahead; after that, the clock jumps.
  let advanceTime: Duration

  package init(
    _ application: LinkRouter,
    host: ScriptHost? = nil,
    clock: LiveClock? = nil,
    timeline: Timeline = Timeline(),
    makeHost: RehearsalScripts.MakeHost? = nil,
    isTwin: Bool = false,
    earlierGenerations: Int = 0,
    advanceTime: Duration = .seconds(5)
  ) {
    self.application = application
    self.host = host
    self.clock = clock
    self.timeline = timeline
    self.makeHost = makeHost
    self.earlierGenerations = earlierGenerations
    self.advanceTime = advanceTime
    opens = OpenWatch(timeline, measures: !isTwin)
  }

  deinit {
    let (watching, application) = (state.withLock { $0.watching }, application)
    guard let watching else { return }
    Task { await application.perform { watching.end(in: $0) } }
  }

  package var status: Status { state.withLock { $0.status } }

  package func update(_ change: @Sendable (inout Status) -> Void) {
    state.withLock { change(&$0.status) }
    timeline.announce()
  }

  package var recording: Recording {
    get { state.withLock { $0.recording } }
    set { state.withLock { $0.recording = newValue } }
  }

  package func begin() async {
    let watching = await application.perform { self.watch($0) }
    let isNew = state.withLock { state in
      guard state.watching == nil else { return false }
      state.watching = watching
      return true
    }
    if !isNew { await application.perform { watching.end(in: $0) } }
  }

  package func end() async {
    let watching = state.withLock { state in
      defer { state.watching = nil }
      return state.watching
    }
    guard let watching else { return }
    await application.perform { watching.end(in: $0) }
  }

  /// Records an act with its ending and performs it; all resulting rows refer to the act.
  func record<Answer: Sendable>(
    _ act: Act,
    ending: (Answer) -> String,
    _ perform: () async throws -> Answer
  ) async throws -> Answer {
    let summary: [(String, JSON)] = [("text", .text(act.words)), ("kind", .text(act.post))]
    let row = timeline.add(.act, act: nil, summary)
    let time = clock?.now.offset
    let place = state.withLock {
      $0.recording.add(Recording.Entry(act, row: row, time: time))
    }
    do {
      let answer = try await Self.$currentAct.withValue(row, operation: perform)
      state.withLock { $0.recording.end(place, with: ending(answer)) }
      return answer
    } catch {
      let own = ((error as? RouterError)?.code ?? .hostError).rawValue
      let code = (error as? Refusal)?.code ?? own
      state.withLock { $0.recording.end(place, with: code) }
      throw error
    }
  }
}
#endif
