import RoutePatterns
import TextTools

extension ResourceStore {
  /// Stores a value under a pattern.
  ///
  /// - Parameters:
  ///   - path: The pattern.
  ///   - name: An additional name.
  ///   - value: The value, any `Sendable`. Scripts see plain data as data, and other values as
  ///     opaque objects.
  ///   - isPersistent: Whether the value is kept when the program ends. A value that is already
  ///     stored is not overwritten.
  ///   - owner: An object, held weakly, that ends the resource when it is deallocated. The default
  ///     is the screen of the running view.
  ///   - combine: Chooses between the existing content and the new one. By default, existing
  ///     content is an error.
  /// - Returns: A registration to remove the resource.
  /// - Throws: `resource_exists`, `bad_pattern`, `duplicate`, or an error of the storage.
  @discardableResult
  package func put(
    _ path: String,
    name: String? = nil,
    value: some Sendable,
    isPersistent: Bool = false,
    owner: AnyObject? = nil,
    combine: ((ResourceContent, ResourceContent) -> ResourceContent)? = nil
  ) throws(RouterError) -> Registration {
    let new = ResourcePut(
      path: path,
      name: name,
      content: .constant(Value(object: value)),
      isPersistent: isPersistent,
      owner: owner ?? environment.viewOwner()
    )
    return try put(new, combine: combine)
  }

  /// Stores a function under a pattern that makes the value at each `get`.
  ///
  /// - Parameters:
  ///   - path: The pattern.
  ///   - name: An additional name.
  ///   - owner: An object, held weakly, that ends the resource when it is deallocated. The default
  ///     is the screen of the running view.
  ///   - combine: Chooses between the existing content and the new one. By default, existing
  ///     content is an error.
  ///   - make: Makes the value, any `Sendable`, for the requested location.
  /// - Returns: A registration to remove the resource.
  /// - Throws: `resource_exists`, `bad_pattern` or `duplicate`.
  @discardableResult
  package func put<Made: Sendable>(
    _ path: String,
    name: String? = nil,
    owner: AnyObject? = nil,
    combine: ((ResourceContent, ResourceContent) -> ResourceContent)? = nil,
    _ make: @escaping (RouteState) throws -> Made
  ) throws(RouterError) -> Registration {
    let new = ResourcePut(
      path: path,
      name: name,
      content: .made(Handler(.immediate { Value(object: try make($0)) })),
      owner: owner ?? environment.viewOwner()
    )
    return try put(new, combine: combine)
  }

  /// Stores an asynchronous function under a pattern.
  ///
  /// - Parameters:
  ///   - path: The pattern.
  ///   - name: An additional name.
  ///   - owner: An object, held weakly, that ends the resource when it is deallocated. The default
  ///     is the screen of the running view.
  ///   - combine: Chooses between the existing content and the new one. By default, existing
  ///     content is an error.
  ///   - make: Makes the value, any `Sendable`, for the requested location.
  /// - Returns: A registration to remove the resource.
  /// - Throws: `resource_exists`, `bad_pattern` or `duplicate`.
  @_disfavoredOverload
  @discardableResult
  package func put<Made: Sendable>(
    _ path: String,
    name: String? = nil,
    owner: AnyObject? = nil,
    combine: ((ResourceContent, ResourceContent) -> ResourceContent)? = nil,
    _ make: @escaping (RouteState) async throws -> Made
  ) throws(RouterError) -> Registration {
    let new = ResourcePut(
      path: path,
      name: name,
      content: .made(Handler(.waiting { Value(object: try await make($0)) })),
      owner: owner ?? environment.viewOwner()
    )
    return try put(new, combine: combine)
  }

  func put(
    _ new: ResourcePut,
    combine: ((ResourceContent, ResourceContent) -> ResourceContent)? = nil
  ) throws(RouterError) -> Registration {
    let place = try place(for: new, in: program, beside: scripts, environment.context())
    if let known = place.known {
      guard let combine else { throw .resourceExists(place.pattern.text, as: known.pattern.text) }
      return try conclude(place, content: combine(known.current, new.content))
    }
    return try conclude(place, content: new.content)
  }

  /// The validated place of a new resource, with the existing resource if any.
  package func place(
    for new: ResourcePut,
    in scope: ResourceScope,
    beside other: ResourceScope,
    _ context: PatternContext
  ) throws(RouterError) -> ResourcePlace {
    try place(for: new, at: try context.pattern(new.path.trimmed), in: scope, beside: other)
  }

  private func place(
    for new: ResourcePut,
    at pattern: RoutePattern,
    in scope: ResourceScope,
    beside other: ResourceScope
  ) throws(RouterError) -> ResourcePlace {
    let own = scope.entry(at: pattern)
    let theirs = own == nil ? other.entry(at: pattern) : nil
    let known = own ?? theirs
    let name = new.name?.trimmed
    if let name {
      guard !name.isEmpty, !StoreKey.isLocation(name) else { throw .badResourceName(name) }
      if let taken = scope.entry(named: name) ?? other.entry(named: name), taken !== known {
        throw .takenResourceName(name, by: taken.pattern.text)
      }
    }
    return ResourcePlace(
      new: new,
      pattern: pattern,
      name: name,
      scope: scope,
      beside: other,
      home: theirs == nil ? scope : other,
      known: known
    )
  }

  /// A new name replaces the old one.
  package func conclude(
    _ place: ResourcePlace,
    content: ResourceContent,
    lifetimeToken: (any LifetimeToken)? = nil
  ) throws(RouterError) -> Registration {
    uses.publish(ResourceUse(action: .put, key: place.pattern.text))
    let place = place.known == nil ? place : try renewed(place)
    if let known = place.known {
      guard !place.new.isShared, !known.isShared else { throw .sharedUpdate(place.pattern.text) }
      try replace(known, with: content, by: place.scope, lifetimeToken)
      rename(known, at: place)
      return known.registration
    }
    var content = content
    var initial: Value?
    if place.new.isShared {
      if case .constant(let value) = content { initial = value }
      content = try copy(of: content, at: place)
    } else if place.new.isPersistent {
      content = try stored(content, at: place)
    }
    let entry = place.scope.add(
      place.pattern,
      name: place.name,
      content: content,
      isPersistent: place.new.isPersistent,
      initial: initial,
      owner: place.new.owner
    )
    if place.new.isShared, !isLoading(place.scope) { sharing?.note() }
    entry.lifetimeToken = lifetimeToken
    entry.site = place.new.site
    return entry.registration
  }

  private func rename(_ known: ResourceEntry, at place: ResourcePlace) {
    guard let name = place.name, name != known.name else { return }
    if isLoading(place.scope), place.home !== place.scope {
      let (home, before) = (place.home, known.name)
      place.scope.note(undo: { home.rename(known, before) })
    }
    place.home.rename(known, name)
  }

  /// Validates a place again: the function that combined the contents may have changed resources.
  private func renewed(_ place: ResourcePlace) throws(RouterError) -> ResourcePlace {
    let now = try self.place(
      for: place.new,
      at: place.pattern,
      in: place.scope,
      beside: place.beside
    )
    guard now.known == nil || now.known === place.known else { throw now.taken }
    return now
  }

  /// Returns the stored value, or stores the given one if nothing is stored yet.
  private func stored(
    _ content: ResourceContent,
    at place: ResourcePlace
  ) throws(RouterError) -> ResourceContent {
    let key = place.pattern.text
    guard case .constant(let value) = content, value.isPlain else { throw .notStorable(key) }
    guard let storage else { throw .noStorage(key) }
    do {
      if let known = try storage.value(for: key) { return .constant(known) }
      try save(value, for: key, by: place.scope, in: storage)
      return content
    } catch {
      throw .storage(error, for: key)
    }
  }

  /// For a script, writes only within the size limit.
  func save(
    _ value: Value,
    for key: String,
    by scope: ResourceScope,
    in storage: any ResourceStorage
  ) throws {
    if scope !== program, let limit = scriptStorageLimit,
      try !storage.hasRoom(for: value, at: key, within: limit)
    {
      throw RouterError.StorageLimitError(bytes: limit)
    }
    try storage.save(value, for: key)
  }
}

package struct ResourcePut {
  let path: String
  let name: String?
  package let content: ResourceContent
  let isPersistent: Bool
  let isShared: Bool
  let owner: AnyObject?
  let site: SourceSite?

  package init(
    path: String,
    name: String?,
    content: ResourceContent,
    isPersistent: Bool = false,
    isShared: Bool = false,
    owner: AnyObject? = nil,
    at site: SourceSite? = nil
  ) {
    self.isShared = isShared
    self.site = site
    self.path = path
    self.name = name
    self.content = content
    self.isPersistent = isPersistent
    self.owner = owner
  }
}

package struct ResourcePlace {
  package let new: ResourcePut
  let pattern: RoutePattern
  let name: String?
  let scope: ResourceScope
  let beside: ResourceScope
  let home: ResourceScope
  let known: ResourceEntry?

  package var patternText: String { pattern.text }

  package var current: ResourceContent? { known?.current }

  package var taken: RouterError {
    .resourceExists(pattern.text, as: known?.pattern.text ?? pattern.text)
  }
}
