import LuaRuntime
import Moonroute

/// Executes the registering calls of scripts, and collects the mistakes found while they load.
final class Registrar {
  var problems = ProblemList()

  private var lateTypes = LateTypes()

  /// The names of routes that are checked once all routes are known.
  var names = DeferredNames()

  var mounts = ModuleMounts()

  var invariants = Invariants()

  var waits: ScriptWaits?

  /// The file that is being read for its data, during which nothing can be registered, or `nil`.
  var readFile: String?

  /// The handlers for locations that no route matches, and for failed opens.
  var unmatched = SchemeFunctions()
  var onError = SchemeFunctions()
  let programUnmatched: Handler<RouteState, Substitute?>?
  let programOnError: Handler<Outcome, Substitute?>?

  let scope: RegistrationScope
  let memory: GenerationMemory
  let sources: ScriptTexts

  init(scope: RegistrationScope, memory: GenerationMemory, sources: ScriptTexts) {
    self.scope = scope
    self.memory = memory
    self.sources = sources
    programUnmatched = scope.rules.unmatched
    programOnError = scope.rules.onError
  }

  /// Forgets all registrations, as before the scripts are loaded for the first time.
  func reset() {
    names = DeferredNames()
    mounts = ModuleMounts()
    invariants = Invariants()
    unmatched = SchemeFunctions()
    onError = SchemeFunctions()
    problems = ProblemList()
    lateTypes = LateTypes()
  }

  /// Runs a registering call; after a recorded mistake, the script gets `inert`.
  ///
  /// While the scripts load, mistakes are recorded, so that all are found. Later, and inside the
  /// script's own `pcall`, they are raised. `rule` is the name of a call that changes the rules.
  func register(
    _ call: LuaCall,
    inert: @autoclosure () throws -> [LuaValue],
    isCounted: Bool = true,
    rule: String? = nil,
    _ body: () throws -> [LuaValue]
  ) throws -> [LuaValue] {
    guard scope.phase != .replaced else { throw LuaError.gone(scope.number) }
    do {
      if let readFile {
        throw LuaError("wrong_type", "\(readFile) cannot register anything. Move this to main.lua.")
      }
      if let rule { try mounts.parts.refuse(rule) }
      guard isCounted else {
        let values = try body()
        mounts.parts.note(values)
        return values
      }
      let bytes = try memory.charge(.registrations, call.hostBytes + call.patternBytes)
      let values = try body()
      if let registration = values.first?.object?.payload as? ScriptRegistration {
        registration.attach(bytes)
      } else {
        memory.keep(bytes)
      }
      mounts.parts.note(values)
      return values
    } catch let error as LuaError where collects(call) && error.code != .latePart {
      let site = SourceSite(call.caller())
      if let problem = problems.add(ScriptProblem(error, at: site, in: sources)) {
        lateTypes.note(problem, of: error.cause)
      }
      return try inert()
    }
  }

  /// Records mistakes in fields, or raises the first.
  func report(_ mistakes: [FieldReader.Mistake], _ call: LuaCall) throws(LuaError) {
    guard let first = mistakes.first else { return }
    guard collects(call) else {
      throw LuaError(
        LuaErrorCode(rawValue: first.code.rawValue),
        first.message,
        position: position(of: first)
      )
    }
    let caller = SourceSite(call.caller()).map { ScriptPlace($0) }
    for mistake in mistakes {
      problems.add(
        ScriptProblem(
          mistake.code,
          mistake.message,
          at: mistake.place ?? caller,
          field: mistake.field,
          in: sources
        )
      )
    }
  }

  /// The line of a mistake in a table from another file, such as a module, or `nil`.
  private func position(of mistake: FieldReader.Mistake) -> LuaPosition? {
    guard let place = mistake.place else { return nil }
    let problem = ScriptProblem(
      mistake.code,
      mistake.message,
      at: place,
      field: mistake.field,
      in: sources
    )
    return problem.site.map { LuaPosition(file: $0.file, line: $0.line) }
  }

  func report(_ errors: [RouterError], _ call: LuaCall) throws(LuaError) {
    guard let first = errors.first else { return }
    guard collects(call) else {
      throw LuaError(
        LuaErrorCode(rawValue: first.code.rawValue),
        first.message,
        cause: first.pattern
      )
    }
    let site = SourceSite(call.caller())
    for error in errors {
      if let problem = problems.add(ScriptProblem(error, at: site, in: sources)) {
        lateTypes.note(problem, of: error.underlying)
      }
    }
  }

  /// Records the definition of a type: mistakes about earlier uses then contain its place.
  func noteType(_ name: String, at site: SourceSite?) {
    guard scope.phase != .running, let site else { return }
    for (problem, other) in lateTypes.take(name, definedAt: site) {
      problems.replace(problem, with: other)
    }
  }

  private func collects(_ call: LuaCall) -> Bool {
    scope.phase != .running && !call.isProtected
  }
}

extension Registrar {
  /// The owner in a field: a screen on the stage, or an object of the program.
  func owner(_ reader: inout FieldReader, _ field: String) -> AnyObject? {
    let value = reader[field]
    if value.isNil { return nil }
    switch value.object?.payload {
    case let screen as ScriptScreen:
      if let owner = scope.router.owner(of: screen.id) { return owner }
      if let owner = scope.router.owner(ofUnshown: screen.id) { return owner }
      reader.add(.wrongType, "The owner is a screen that is not on the stage.", field: field)
      return nil
    case let reference as Value.ObjectReference where type(of: reference.object) is AnyClass:
      return reference.object as AnyObject
    default:
      reader.expect("a screen or an object of the program", in: field, got: value)
      return nil
    }
  }

  /// Checks the name of the initial route: now, or once the scripts have registered all routes.
  func noteInitial(_ target: String, _ call: LuaCall) throws(LuaError) {
    guard !StoreKey.isLocation(target) else { return names.initial = nil }
    guard collects(call) else {
      return try scope.raising { () throws(RouterError) in _ = try scope.rules.location(of: target)
      }
    }
    names.initial = SourceSite(call.caller()).map { ($0, target) }
  }

  func checkInitial() {
    guard let (site, name) = names.initial.take(), !names.failed.contains(name) else { return }
    do throws(RouterError) {
      _ = try scope.rules.location(of: name)
    } catch {
      let place = ScriptPlace(site)
      problems.add(
        ScriptProblem(error.code, error.message, at: place, field: "initial", in: sources)
      )
    }
  }

  /// The name of a route that could not be registered has already been reported.
  func attachDeferredGuards() {
    for deferred in names.guards
    where !names.failed.contains(deferred.name) && !deferred.handle.isCancelled {
      do throws(RouterError) {
        let registration = try scope.rules.addGuard(
          for: deferred.name,
          deferred.options,
          decision: deferred.decision
        )
        deferred.handle.attach(registration)
      } catch {
        problems.add(ScriptProblem(error, at: deferred.options.site, in: sources))
      }
    }
    names.guards = []
  }
}
