import RoutePatterns

/// The reason why a shared resource is not changed.
package enum SharingProblem: String, Error {
  /// The fleet cannot be reached now, so nothing is changed.
  case offline
  /// Others changed it during each try.
  case conflict
  /// The fleet has not answered, so the change may have happened.
  case unknown
}

/// Keeps the shared resources of a fleet.
package struct ResourceSharing: Sendable {
  /// A value of the fleet, and the number of its write; 0 without a value.
  package typealias Known = (value: Value?, revision: UInt64)

  let read: @Sendable (String) async throws -> Known
  let write: @Sendable (String, Value, UInt64) async throws -> Void

  /// Called when ``ResourceStore/sharedKeys`` may have changed.
  let note: @Sendable () -> Void

  /// Creates the functions.
  ///
  /// - Parameters:
  ///   - read: Reads a value; throws ``SharingProblem`` or `RouterError`.
  ///   - write: Writes a value unless it has changed since a revision; throws the same errors.
  ///   - note: Called when the shared resources may have changed.
  package init(
    read: @escaping @Sendable (String) async throws -> Known,
    write: @escaping @Sendable (String, Value, UInt64) async throws -> Void,
    note: @escaping @Sendable () -> Void
  ) {
    (self.read, self.write, self.note) = (read, write, note)
  }
}

extension ResourceStore {
  /// The prefix of a copy in the storage, which no pattern has.
  private static let copyPrefix = "?shared "

  /// The patterns of the shared resources, which are also their keys in the fleet, sorted.
  package var sharedKeys: [String] {
    Set((program.entries + scripts.entries).filter(\.isShared).map(\.pattern.text)).sorted()
  }

  /// Takes a value of the fleet as the copy of this host.
  ///
  /// - Throws: `storage_failed`; the copy in memory is replaced in any case.
  package func take(_ value: Value, at key: String) throws(RouterError) {
    sharedCopies[key] = value
    for entry in [program, scripts].compactMap({ $0.entry(pattern: key) }) where entry.isShared {
      entry.put(.constant(value), nil, isProgram: false)
    }
    guard let storage else { return }
    do { try save(value, for: Self.copyPrefix + key, by: scripts, in: storage) } catch {
      throw .storage(error, for: key)
    }
  }

  /// The value for the first step of a change, and its revision; `nil` without a fleet.
  ///
  /// - Throws: `denied` for a resource that is not shared, ``SharingProblem``, or the errors of `get`.
  package func beginChange(
    _ key: String,
    with scripts: ResourceScope,
    _ context: PatternContext,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> (value: Value, revision: UInt64?) {
    let entry = try sharedEntry(of: key, with: scripts, context)
    guard case .constant(let copy) = entry.current else { throw RouterError.notShared(key) }
    guard let sharing else { return (copy, nil) }
    let known = try await sharing.read(entry.pattern.text)
    return (known.value ?? entry.initial ?? copy, known.revision)
  }

  /// Writes the new value of a change, unless it has changed since a revision.
  ///
  /// The function of ``sharing`` that writes it also takes it as the copy of this host.
  ///
  /// - Throws: `wrong_type` for a value that is not plain data, and the errors of the first step.
  package func endChange(
    _ key: String,
    _ value: Value,
    after revision: UInt64?,
    with scripts: ResourceScope,
    _ context: PatternContext,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let entry = try sharedEntry(of: key, with: scripts, context)
    if let reason = value.reasonAgainstFleet {
      throw RouterError.unfitForFleet("The new value of '\(key)'", because: reason)
    }
    uses.publish(ResourceUse(action: .update, key: entry.pattern.text))
    guard let revision, let sharing else { return try take(value, at: entry.pattern.text) }
    try await sharing.write(entry.pattern.text, value, revision)
  }

  private func sharedEntry(
    of key: String,
    with scripts: ResourceScope,
    _ context: PatternContext
  ) throws(RouterError) -> ResourceEntry {
    let entry = try entry(of: key, with: scripts, context)
    guard entry.isShared else { throw .notShared(key) }
    return entry
  }

  /// The copy of a new shared resource: the last one of this host, or the given value.
  func copy(
    of content: ResourceContent,
    at place: ResourcePlace
  ) throws(RouterError) -> ResourceContent {
    let (key, filter) = (place.pattern.text, place.pattern.filter)
    guard place.pattern.scheme == nil, !filter.isOpen, !filter.segments.contains(nil) else {
      throw .sharedPattern(key)
    }
    guard case .constant(let value) = content, !value.isNull else { throw .sharedFunction(key) }
    if let reason = value.reasonAgainstFleet {
      throw .unfitForFleet("The value of '\(key)'", because: reason)
    }
    if let known = sharedCopies[key] { return .constant(known) }
    guard let storage else { return content }
    do {
      guard let known = try storage.value(for: Self.copyPrefix + key) else { return content }
      sharedCopies[key] = known
      return .constant(known)
    } catch {
      throw .storage(error, for: key)
    }
  }
}

extension RouterError {
  /// A Swift program has not changed a shared resource.
  static func unchanged(_ key: String, _ problem: SharingProblem) -> RouterError {
    let words =
      switch problem {
      case .offline: "is not changed: the fleet cannot be reached now. Try again later."
      case .conflict: "is not changed: other hosts changed it during each try. Try again."
      case .unknown: "may be changed: the fleet has not answered. Read it before you try again."
      }
    return RouterError(.init(rawValue: problem.rawValue), "The resource '\(key)' \(words)")
  }

  static func notShared(_ key: String) -> RouterError {
    RouterError(
      .denied,
      "The resource '\(key)' is not shared. Change it with resources.update, or put it with"
        + " shared = true."
    )
  }

  static func sharedUpdate(_ key: String) -> RouterError {
    RouterError(
      .denied,
      "The resource '\(key)' is shared by all hosts. Change it with resources.change."
    )
  }

  static func sharedPattern(_ text: String) -> RouterError {
    RouterError(
      .badPattern,
      "'\(text)' cannot be shared. Use a path without a scheme, parameters, '*' and optional parts."
    )
  }

  static func sharedFunction(_ text: String) -> RouterError {
    RouterError(
      .wrongType,
      "The shared resource '\(text)' needs a value, which it has until the fleet has one. It cannot be"
        + " nil or a function."
    )
  }
}

extension RouterError.Code {
  /// Other hosts of the fleet changed the value during each try.
  public static let conflict = Self(rawValue: "conflict")
  /// The fleet has not answered, so a change may have happened.
  public static let unknown = Self(rawValue: "unknown")
}
