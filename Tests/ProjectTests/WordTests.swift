import Foundation
import Testing

/// The words of our own that gave way to those of the field.
///
/// `Words.md` in the documentation has the terms that are used instead.
struct WordTests {
  /// One word that went, as a regular expression, and the term that is used instead.
  struct Retired: CustomTestStringConvertible, Sendable {
    let pattern: String
    let instead: String
    var testDescription: String { "\(pattern) → \(instead)" }

    init(_ pattern: String, _ instead: String) {
      (self.pattern, self.instead) = (pattern, instead)
    }
  }

  static let retired = [
    Retired(#"\w*Shelf|the shelf|shelves"#, "slots, LayeredPatternTable, DroppedValues"),
    Retired(#"\w*[Kk]eepsakes?"#, "LifetimeToken"),
    Retired(#"Kept(Ledger|Store|Bytes)"#, "HostMemoryAccount, MemoryCharge"),
    Retired(#"\w*[Ll]edgers?"#, "ChangeCounter, HostMemoryAccount"),
    Retired(#"[Pp]urses?|LuaDoor|clua_Seed|lent"#, "shared budget, StateHandle, clua_RecordSpec"),
    Retired(#"[Ff]orerunners?|StateMemo|RouteClaims|RouteBook|RoutePlan"#, "PreviousRoutes …"),
    Retired(#"PublishedDirectory|RulesDifference"#, "CurrentRouteDirectory, RouteDiff"),
    Retired(#"[Ss]ole|isSole|[Ll]one"#, "single match, single subscriber"),
    Retired(#"Frozen\w+|RouteSink|GraphMark|VisitedPlaces"#, "CompiledTable, MatchVisitor …"),
    Retired(#"MixedRace|RaceField|MatchNotes|WholeMatch"#, "SegmentNFA, ThreadSet, Captures …"),
    Retired(#"OpenRun|OpenTicket|OpenScope|OpenTree|OpenEnd|OpensUnderWay"#, "Navigation …"),
    Retired(#"Arrival|Decider|Travel|Manner"#, "MatchedBranch, DecisionSource, LegResult …"),
    Retired(#"takeTurn|stepAside|leaveLine|[Uu]ntold"#, "acquireTurn, yield, dequeue, pending"),
    Retired(#"outcomeReaders|turnWatchers|ReloadReaders"#, "observers"),
    Retired(#"ScriptPatience|ScriptStrikes|ScriptTurns|LogGate"#, "CascadeBudget, CircuitBreaker …"),
    Retired(#"EventInbox\.Letter"#, "PostedEvent"),
    Retired(#"comeHome|doubt(ed|s)?"#, "returnToExecutor, recheckStillWanted"),
    Retired(#"ScriptBench|[Yy]ardsticks?|\w*Yardsticks?"#, "SpecDriver, baseline"),
    Retired(#"[Ww]hoever|[Tt]hose who"#, "a noun"),
  ]

  private static let files = Project.files(
    below: ["Sources", "CLua", "Tests", "scripts"],
    extensions: ["swift", "c", "h", "lua"]
  )
  .filter { !$0.hasPrefix("Tests/ProjectTests/") }

  @Test(arguments: retired)
  func `a retired word is used nowhere`(word: Retired) throws {
    let expression = try Regex("(?<![A-Za-z0-9_])(?:\(word.pattern))(?![A-Za-z0-9_])")
    #expect(Self.files.count > 500)
    for file in Self.files {
      let text = try Project.text(file)
      guard let match = text.firstMatch(of: expression) else { continue }
      let line = text[..<match.range.lowerBound].count { $0 == "\n" } + 1
      Issue.record("\(file):\(line): '\(text[match.range])'. Write: \(word.instead)")
    }
  }
}
