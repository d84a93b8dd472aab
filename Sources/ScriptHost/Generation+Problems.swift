import LuaRuntime
import Moonroute

extension Generation {
  /// Takes down mistakes while the scripts load, so that all of them come to light; later raises
  /// the first.
  func report(_ mistakes: [FieldReader.Mistake], at site: SourceSite?) throws(LuaError) {
    guard let first = mistakes.first else { return }
    guard phase == .loading else {
      throw LuaError(LuaErrorCode(rawValue: first.code.rawValue), first.message)
    }
    for mistake in mistakes {
      problems.add(
        ScriptProblem(mistake.code, mistake.message, at: site, field: mistake.field, in: sources)
      )
    }
  }

  /// The same for errors of the router.
  func report(_ errors: [RouterError], at site: SourceSite?) throws(LuaError) {
    guard let first = errors.first else { return }
    guard phase == .loading else {
      throw LuaError(LuaErrorCode(rawValue: first.code.rawValue), first.message)
    }
    for error in errors {
      problems.add(
        ScriptProblem(error.code, error.message, at: error.site ?? site, in: sources)
      )
    }
  }
}
