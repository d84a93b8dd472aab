import LuaRuntime
package import Moonroute

/// A violated invariant of `invariants.lua`.
package struct BrokenInvariant: Sendable, Equatable {
  /// The sentence that should hold.
  package let name: String

  package let reason: String?

  /// The place of its definition, or of its failure.
  package let site: SourceSite?

  /// Whether it returned no result: it raised an error, waited, or returned nothing.
  package let isFailed: Bool
}

extension ScriptHost {
  package static let invariantsFile = Invariants.file

  /// The name of the function that only this file sees.
  package static let invariantWord = Invariants.word

  /// The names of the invariants of the loaded scripts, in order; empty if a program embeds them.
  package func invariantNames(in application: isolated LinkRouter) -> [String] {
    engine(in: application).generation?.registrar.invariants.all.map(\.name) ?? []
  }

  /// The invariants that do not return `true`.
  package func brokenInvariants(in application: isolated LinkRouter) -> [BrokenInvariant] {
    engine(in: application).generation?.brokenInvariants() ?? []
  }

  /// The bytes of the scripts after a full collection, including the host's bytes for them.
  package func collectedBytes(in application: isolated LinkRouter) -> Int {
    let engine = engine(in: application)
    engine.closeRetired()
    guard let generation = engine.generation else { return 0 }
    return generation.collectedBytes()
  }

  /// The current persona, if it has logged out.
  package func loggedOutPersona(in application: isolated LinkRouter) -> LoggedOutPersona? {
    engine(in: application).generation?.loggedOutPersona
  }
}

extension Generation {
  func brokenInvariants() -> [BrokenInvariant] {
    guard !registrar.invariants.all.isEmpty else { return [] }
    let stage = (try? environment.get("stage")) ?? .nil
    return registrar.invariants.all.compactMap { ask($0, stage) }
  }

  private func ask(_ invariant: Invariants.Invariant, _ stage: LuaValue) -> BrokenInvariant? {
    func broken(_ reason: String?, isFailed: Bool, at site: SourceSite? = nil) -> BrokenInvariant {
      BrokenInvariant(
        name: invariant.name,
        reason: reason,
        site: site ?? invariant.site,
        isFailed: isFailed
      )
    }
    do throws(LuaError) {
      let values = try state.call(invariant.function, [stage])
      switch values.first ?? .nil {
      case .boolean(true): return nil
      case .boolean(false):
        return broken(values.dropFirst().first.flatMap(Self.text), isFailed: false)
      case .nil:
        return broken("it returned nothing; return true if it holds", isFailed: true)
      case let other:
        return broken("it returned a \(other.typeName) instead of true or false", isFailed: true)
      }
    } catch {
      let site = error.position.map { SourceSite(file: $0.file, line: $0.line) }
      guard error.code != .cannotAwait else {
        return broken(
          "it waits, but an invariant must return immediately",
          isFailed: true,
          at: site
        )
      }
      return broken(functions.explained(error).message, isFailed: true, at: site)
    }
  }

  private static func text(_ value: LuaValue) -> String? { value.isNil ? nil : value.display }

  func collectedBytes() -> Int {
    // The second round collects the values that finalizers have released.
    for _ in 0..<2 {
      state.collect()
      memory.sweep()
    }
    return state.memoryInUse + memory.hostBytes
  }
}
