package import ScriptHost
import TextTools

/// A rule of `moonroute check`, identified by the name displayed in brackets.
package struct CheckRule: Hashable, Sendable {
  package let id: String
  /// The severity of a finding, unless the settings override it.
  package let severity: ScriptProblem.Severity

  private init(_ id: String, _ severity: ScriptProblem.Severity) {
    self.id = id
    self.severity = severity
  }

  // MARK: Found by loading

  static let syntaxError = CheckRule("syntax_error", .error)
  static let unknownField = CheckRule("unknown_field", .error)
  static let redirectLoop = CheckRule("redirect_loop", .warning)

  /// The rules that loading and the review of the loaded routes report.
  package static let loading: [CheckRule] =
    [
      "syntax_error", "script_error", "unknown_field", "duplicate", "bad_pattern", "unknown_type",
      "missing_file", "timeout", "memory_limit",
    ]
    .map { CheckRule($0, .error) }
    + ["unreachable", "overlap", "fallback_off", "dead_end", "redirect_loop", "match_limit"]
    .map { CheckRule($0, .warning) }

  // MARK: Reading

  static let tooLarge = CheckRule("too_large", .note)
  static let leftOut = CheckRule("left_out", .note)

  /// The findings about files that were not read and about findings that were not shown.
  package static let reading: [CheckRule] = [tooLarge, leftOut]

  // MARK: Routes

  static let unknownName = CheckRule("unknown_name", .error)
  static let missingParameter = CheckRule("missing_parameter", .error)
  static let unknownParameter = CheckRule("unknown_parameter", .error)
  static let wrongType = CheckRule("wrong_type", .error)
  static let badArgument = CheckRule("bad_argument", .error)
  static let cannotAwait = CheckRule("cannot_await", .error)
  static let bareName = CheckRule("bare_name", .error)
  static let lostAnswer = CheckRule("lost_answer", .warning)
  static let nilAnswer = CheckRule("nil_answer", .warning)
  static let noView = CheckRule("no_view", .warning)
  static let openRedirect = CheckRule("open_redirect", .warning)
  static let moveInView = CheckRule("move_in_view", .error)
  static let deadLink = CheckRule("dead_link", .warning)
  static let duplicateGuard = CheckRule("duplicate_guard", .warning)
  static let caseTwins = CheckRule("case_twins", .warning)
  static let unknownTag = CheckRule("unknown_tag", .warning)
  static let unknownScheme = CheckRule("unknown_scheme", .warning)
  static let unheardEvent = CheckRule("unheard_event", .warning)
  static let valueType = CheckRule("value_type", .warning)
  static let stateWrite = CheckRule("state_write", .error)
  static let sealedWrite = CheckRule("sealed_write", .error)
  static let lossySession = CheckRule("lossy_session", .warning)
  static let reservedQuery = CheckRule("reserved_query", .warning)
  static let missingText = CheckRule("missing_text", .warning)
  static let unknownModule = CheckRule("unknown_module", .error)
  static let deadFile = CheckRule("dead_file", .warning)
  static let uncalledAssertion = CheckRule("uncalled_assertion", .error)
  static let focusedSpec = CheckRule("focused_spec", .warning)
  static let alwaysStops = CheckRule("always_stops", .note)
  static let selfRedirect = CheckRule("self_redirect", .note)
  static let keptQuery = CheckRule("kept_query", .note)
  static let lateMount = CheckRule("late_mount", .note)
  static let maybeEmpty = CheckRule("maybe_empty", .note)
  static let storedSecret = CheckRule("stored_secret", .note)
  static let unusedParameter = CheckRule("unused_parameter", .note)
  static let plainConstraint = CheckRule("plain_constraint", .note)
  static let unsentEvent = CheckRule("unsent_event", .note)
  static let unreadResource = CheckRule("unread_resource", .note)
  static let unopenedRoute = CheckRule("unopened_route", .note)

  // MARK: Lua

  static let undefinedGlobal = CheckRule("undefined_global", .error)
  static let undefinedField = CheckRule("undefined_field", .error)
  static let notInSandbox = CheckRule("not_in_sandbox", .error)
  static let globalWrite = CheckRule("global_write", .warning)
  static let unusedLocal = CheckRule("unused_local", .warning)
  static let unusedValue = CheckRule("unused_value", .warning)
  static let unusedLabel = CheckRule("unused_label", .warning)
  static let unsetLocal = CheckRule("unset_local", .warning)
  static let deadCode = CheckRule("dead_code", .warning)
  static let singlePass = CheckRule("single_pass", .warning)
  static let unbalanced = CheckRule("unbalanced", .warning)
  static let wrongStep = CheckRule("wrong_step", .warning)
  static let wrongNot = CheckRule("wrong_not", .warning)
  static let duplicateKey = CheckRule("duplicate_key", .warning)
  static let sameBranches = CheckRule("same_branches", .warning)
  static let swapped = CheckRule("swapped", .warning)
  static let nanCompare = CheckRule("nan_compare", .warning)
  static let literalCompare = CheckRule("literal_compare", .warning)
  static let wrongArguments = CheckRule("wrong_arguments", .warning)
  static let unusedArgument = CheckRule("unused_argument", .note)
  static let unusedLoopVariable = CheckRule("unused_loop_variable", .note)
  static let shadowed = CheckRule("shadowed", .note)
  static let emptyBlock = CheckRule("empty_block", .note)

  package static let routes: [CheckRule] = [
    unknownName, missingParameter, unknownParameter, wrongType, badArgument, cannotAwait, bareName,
    lostAnswer, nilAnswer, noView, moveInView, openRedirect, deadLink, duplicateGuard, caseTwins,
    unknownTag,
    unknownScheme,
    unheardEvent, valueType, stateWrite, sealedWrite, lossySession, reservedQuery, missingText,
    unknownModule, deadFile, uncalledAssertion, focusedSpec, alwaysStops, selfRedirect,
    keptQuery, lateMount, maybeEmpty, storedSecret, unusedParameter, plainConstraint, unsentEvent,
    unreadResource, unopenedRoute,
  ]

  package static let lua: [CheckRule] = [
    undefinedGlobal, undefinedField, notInSandbox, globalWrite, unusedLocal, unusedValue,
    unusedLabel, unsetLocal, deadCode, singlePass, unbalanced, wrongStep, wrongNot, duplicateKey,
    sameBranches,
    swapped, nanCompare, literalCompare, wrongArguments, unusedArgument, unusedLoopVariable,
    shadowed, emptyBlock,
  ]

  package static let all: [CheckRule] = loading + reading + routes + lua

  /// The message for an unknown name of a rule, or `nil` if the rule exists.
  package static func problem(withID id: String) -> String? {
    let ids = all.map(\.id)
    guard !ids.contains(id) else { return nil }
    return "There is no rule '\(id)'.\(NearestNames.hint(for: id, among: ids.sorted()))"
  }
}
