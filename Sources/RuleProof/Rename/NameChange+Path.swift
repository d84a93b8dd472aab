import Moonroute
import Rehearsal
import RoutePatterns
import ScriptAnalysis
import ScriptHost
import ScriptReports

extension NameChange {
  /// Gives a branch of routes another path, in memory, and checks the result.
  ///
  /// Everybody must have the same access at the new locations as at the old ones, and all known
  /// links must end at the same routes. Links in circulation are never changed.
  ///
  /// - Parameters:
  ///   - old: The path of a route, or the beginning of the paths of a branch.
  ///   - new: The new path, with the same parameters.
  ///   - keepsLinks: Whether redirects keep the old links alive.
  ///   - side: The files of the application.
  ///   - snapshots: Its snapshots of `access`, by path.
  ///   - makeHost: Makes the hosts that load them.
  /// - Throws: ``NameChangeError``, or `ScriptProblems` if the scripts do not load as they are.
  package init(
    ofPath old: String,
    to new: String,
    keepingLinks keepsLinks: Bool,
    of side: DiffSide,
    snapshots: [String: [UInt8]] = [:],
    makingHosts makeHost: @escaping RuleDiff.MakeHosts
  ) async throws {
    let before = try await CheckedSide(side, makingHosts: makeHost)
    let symbols = before.symbols
    let (move, renaming, redirects): (PathMove, Renaming, [Renaming.Edit])
    do throws(RenameRefusal) {
      move = try PathMove(from: old, to: new)
      renaming = try symbols.renaming(move)
      redirects = keepsLinks ? try symbols.redirects(for: move, below: side.entry) : []
    } catch {
      throw NameChangeError.refused(error)
    }
    let moved = side.changed(by: renaming.edits)
    let kept = side.changed(by: renaming.edits + redirects)
    do {
      let after = try await CheckedSide(moved, makingHosts: makeHost)
      try Self.expectPaths(of: after, toBe: before, after: move)
      if keepsLinks {
        let after = try await CheckedSide(kept, makingHosts: makeHost)
        try Self.expectNoRuleMoreOften(in: after, than: before)
      } else {
        try Self.expectNoNewFinding(in: after, than: before)
      }
    } catch let problems as ScriptProblems {
      throw NameChangeError.fails(problems.firstError.checkLine)
    }
    let check = try await MoveCheck(
      of: move,
      symbols,
      from: side,
      to: moved,
      keepingLinks: keepsLinks ? kept : nil,
      savingAccess: !snapshots.isEmpty,
      makingHosts: makeHost
    )
    let changed = kept.files.filter { side.files[$0.key] != $0.value }
    let changedSnapshots = snapshots.mappingAccess { table in
      let mapped = table.mapping(label: move.moved) { symbols.movedWithQuery($0, by: move) }
      guard let access = check.keptAccess else { return mapped }
      return mapped.inserting(from: access) { move.moves($0.label) }
    }
    self.init(
      renaming,
      redirects: redirects,
      files: changed.merging(changedSnapshots) { first, _ in first },
      effects: check.changes,
      scripts: symbols.scripts
    )
  }

  /// Checks that the paths of the branch are the only difference between two tables of routes.
  private static func expectPaths(
    of after: CheckedSide,
    toBe before: CheckedSide,
    after move: PathMove
  ) throws(NameChangeError) {
    let routes = (before.model.index.routes, after.model.index.routes)
    guard routes.0.count == routes.1.count else {
      throw .fails("the number of routes would change")
    }
    for (old, new) in zip(routes.0, routes.1) {
      let text = move.moved(old.pattern.text)
      // The path of a group alone opens nothing.
      let isFree = old.parts.isEmpty && move.begins(like: old.pattern.text)
      guard old.name != new.name || text != new.pattern.text && !isFree else { continue }
      throw .fails("'\(old.pattern.text)' would become '\(new.pattern.text)'")
    }
  }

  private static func expectNoRuleMoreOften(
    in after: CheckedSide,
    than before: CheckedSide
  ) throws(NameChangeError) {
    var left = Dictionary(before.findings.map { ($0.problem.code, 1) }, uniquingKeysWith: +)
    for finding in after.findings {
      left[finding.problem.code, default: 0] -= 1
      guard left[finding.problem.code, default: 0] < 0 else { continue }
      throw .fails(finding.problem.checkLine)
    }
  }
}

extension DiffSide {
  fileprivate func changed(by edits: [Renaming.Edit]) -> DiffSide {
    DiffSide(
      name,
      files: files.merging(NameChange.changed(files, by: edits)) { $1 },
      entry: entry
    )
  }
}

extension ScriptSymbols {
  /// A location after a move, also in the items of its query, such as `/login?back=/map/stop`.
  func movedWithQuery(_ location: String, by move: PathMove) -> String {
    guard let mark = location.firstIndex(of: "?") else { return moved(location, by: move) }
    let items = location[mark...].dropFirst()
      .split(separator: "&", omittingEmptySubsequences: false)
      .map { item -> String in
        guard let sign = item.firstIndex(of: "=") else { return String(item) }
        let value = String(item[sign...].dropFirst())
        // An encoded location, such as `%2Fmap%2Fstop`.
        let plain = value.replacing("%2F", with: "/").replacing("%2f", with: "/")
        let other = moved(plain, by: move)
        return item[...sign] + (other == plain ? value : other)
      }
    return moved(String(location[..<mark]), by: move) + "?" + items.joined(separator: "&")
  }
}
