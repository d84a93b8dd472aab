import RoutePatterns

extension ResourceStore {
  /// Replaces the value of a resource, and keeps its pattern and name.
  ///
  /// - Parameters:
  ///   - key: The pattern as written, a name, or a location.
  ///   - value: The new value, any `Sendable`.
  /// - Throws: `not_found` or `unknown_name`; `wrong_type` if the resource is persistent and the
  ///   value is an object, or `storage_failed`.
  package func update(_ key: String, value: some Sendable) throws(RouterError) {
    try update(
      key,
      with: .constant(Value(object: value)),
      by: program,
      scripts,
      environment.context()
    )
  }

  /// Replaces the value of a resource with a function that makes it at each `get`.
  ///
  /// - Parameters:
  ///   - key: The pattern as written, a name, or a location.
  ///   - make: Makes the value.
  /// - Throws: The errors of the overload with a value.
  package func update(
    _ key: String,
    _ make: Handler<RouteState, Value>
  ) throws(RouterError) {
    try update(key, with: .made(make), by: program, scripts, environment.context())
  }

  /// Deletes a resource.
  ///
  /// - Parameter key: The pattern as written, a name, or a location.
  /// - Throws: `not_found`, `unknown_name`, or `storage_failed`.
  package func delete(_ key: String) throws(RouterError) {
    try delete(key, with: scripts, environment.context())
  }

  package func update(
    _ key: String,
    with content: ResourceContent,
    by scope: ResourceScope,
    _ scripts: ResourceScope,
    _ context: PatternContext,
    lifetimeToken: (any LifetimeToken)? = nil
  ) throws(RouterError) {
    let entry = try entry(of: key, with: scripts, context)
    guard !entry.isShared else { throw .sharedUpdate(key) }
    uses.publish(ResourceUse(action: .update, key: entry.pattern.text))
    try replace(entry, with: content, by: scope, lifetimeToken)
  }

  package func delete(
    _ key: String,
    with scripts: ResourceScope,
    _ context: PatternContext
  ) throws(RouterError) {
    let entry = try entry(of: key, with: scripts, context)
    guard !entry.isShared else { throw .sharedUpdate(key) }
    uses.publish(ResourceUse(action: .delete, key: entry.pattern.text))
    if isLoading(scripts), isProgram(entry) {
      entry.isToBeDeleted = true
      scripts.note(
        undo: { entry.isToBeDeleted = false },
        finish: { [weak self] in try? self?.delete(entry) }
      )
    } else {
      try delete(entry)
    }
  }

  private func delete(_ entry: ResourceEntry) throws(RouterError) {
    if entry.isPersistent, let storage {
      do { try storage.remove(entry.pattern.text) } catch {
        throw .storage(error, for: entry.pattern.text)
      }
    }
    entry.delete()
  }

  /// Whether a scope belongs to scripts that are being loaded; the load may still fail.
  func isLoading(_ scope: ResourceScope) -> Bool { scope !== program && scope !== scripts }

  func isProgram(_ entry: ResourceEntry) -> Bool {
    program.entry(at: entry.pattern) === entry
  }

  /// Records how to undo a change to the program's resources, if the scope belongs to scripts
  /// that are being loaded.
  private func remember(_ entry: ResourceEntry, in scope: ResourceScope) {
    guard isLoading(scope), isProgram(entry) else { return }
    let restore = entry.restoring
    var value = Value.null
    if entry.isPersistent, case .constant(let stored) = entry.content { value = stored }
    scope.note(undo: { [weak self] in
      restore()
      if entry.isPersistent { try? self?.storage?.save(value, for: entry.pattern.text) }
    })
  }

  /// If a script replaces the content of a program's resource, plain data stays, and other content
  /// ends with the scripts.
  func replace(
    _ entry: ResourceEntry,
    with content: ResourceContent,
    by scope: ResourceScope,
    _ lifetimeToken: (any LifetimeToken)?
  ) throws(RouterError) {
    remember(entry, in: scope)
    if entry.isPersistent {
      guard case .constant(let value) = content, value.isPlain else {
        throw .notStorable(entry.pattern.text)
      }
      guard let storage else { throw .noStorage(entry.pattern.text) }
      do { try save(value, for: entry.pattern.text, by: scope, in: storage) } catch {
        throw .storage(error, for: entry.pattern.text)
      }
    }
    if scope !== program, isProgram(entry), !content.isPlain {
      let before = entry.replacement
      entry.replacement = ResourceEntry.Replacement(
        content: content,
        life: scope.life,
        lifetimeToken: lifetimeToken
      )
      withExtendedLifetime(before) {}
    } else {
      entry.put(content, lifetimeToken, isProgram: scope === program)
    }
  }
}

extension ResourceContent {
  fileprivate var isPlain: Bool {
    if case .constant(let value) = self { value.isPlain } else { false }
  }
}
