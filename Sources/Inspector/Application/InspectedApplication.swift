#if Inspector
package import MessageStream
package import Moonroute
package import Rehearsal
package import ScriptHost
import ScriptReports
import Synchronization

/// An application with a record of its acts and events.
package final class InspectedApplication: Sendable {
  /// The row of the act that the current task is a part of.
  @TaskLocal package static var currentAct: Int?

  /// Gathers the lines that the text of Lua writes of which the current task is a part.
  @TaskLocal static var printed: PrintedLines?

  package let application: Application

  /// The scripts, if the application has any.
  package let host: ScriptHost?

  /// The clock, if it can be moved.
  package let clock: LiveClock?

  /// The record of all that happens.
  package let timeline: Timeline

  let opens: OpenWatch

  /// Makes hosts for rehearsals; `nil`: there can be none.
  package let makeHost: RehearsalScripts.MakeHost?

  /// The state of the inspected application beside its application.
  package struct Status: Sendable {
    /// The persona that uses it; `nil`: none.
    package var persona: String?
    /// The scripts in force; `nil` before any have loaded.
    package var generation: Int?
    /// The problems that keep the newest scripts from loading.
    package var problems: [ScriptProblem] = []
    /// The difference that the last reload made, as `watch --json` prints it.
    package var reload: JSON = .null
    /// The row that is looked at.
    package var travel: Int?
  }

  private struct State {
    var status = Status()
    var recording = Recording(limit: Recording.inspectorLimit)
    var watching: Watching?
  }

  private let state = Mutex(State())

  /// The generations of scripts before the first of this host.
  let earlierGenerations: Int

  /// The longest real time that moving the clock ahead takes; then it jumps.
  let advanceTime: Duration

  /// Makes an inspected application that records nothing yet.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - host: Its scripts. Default: it has none.
  ///   - clock: Its clock, if it can be moved. Default: it cannot.
  ///   - timeline: What records. Default: one of its own.
  ///   - makeHost: Makes hosts for rehearsals. Default: there are none.
  ///   - earlierGenerations: The generations of scripts before the first of this host. Default: none.
  ///   - advanceTime: The longest real time that moving the clock ahead takes, however often
  ///     something is due on the way; then it jumps. Default: 5 s.
  package init(
    _ application: Application,
    host: ScriptHost? = nil,
    clock: LiveClock? = nil,
    timeline: Timeline = Timeline(),
    makeHost: RehearsalScripts.MakeHost? = nil,
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
    opens = OpenWatch(timeline)
  }

  deinit {
    let (watching, application) = (state.withLock { $0.watching }, application)
    guard let watching else { return }
    Task { await application.perform { watching.end(in: $0) } }
  }

  /// The state beside the application.
  package var status: Status { state.withLock { $0.status } }

  /// Changes the state beside the application, and says so.
  package func update(_ change: @Sendable (inout Status) -> Void) {
    state.withLock { change(&$0.status) }
    timeline.announce()
  }

  /// The acts so far.
  package var recording: Recording {
    get { state.withLock { $0.recording } }
    set { state.withLock { $0.recording = newValue } }
  }

  /// Begins to record.
  package func begin() async {
    let watching = await application.perform { self.watch($0) }
    let isNew = state.withLock { state in
      guard state.watching == nil else { return false }
      state.watching = watching
      return true
    }
    if !isNew { await application.perform { watching.end(in: $0) } }
  }

  /// Ends recording; the application goes on as before.
  package func end() async {
    let watching = state.withLock { state in
      defer { state.watching = nil }
      return state.watching
    }
    guard let watching else { return }
    await application.perform { watching.end(in: $0) }
  }

  /// Records an act, does it, and notes how it ended.
  ///
  /// - Parameters:
  ///   - act: The act.
  ///   - ending: The end of it in a few words.
  ///   - perform: Does it; everything that follows is recorded as following from the act.
  /// - Returns: What `perform` answers.
  /// - Throws: What `perform` throws.
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
