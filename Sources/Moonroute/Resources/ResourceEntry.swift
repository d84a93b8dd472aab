import RoutePatterns

final class ResourceEntry: LayeredPatternItem {
  /// The pattern as a route, for the state of functions.
  private(set) var route: RouteInfo

  let entry: RouteTable.Entry
  let number: Int

  let registration: Registration

  /// Whether the value is also in a storage.
  let isPersistent: Bool

  /// Whether all hosts of a fleet have it.
  var isShared: Bool { initial != nil }

  /// The value of a shared resource until the fleet has one.
  let initial: Value?

  var content: ResourceContent

  /// A token that lives as long as the content.
  var lifetimeToken: (any LifetimeToken)?

  /// Caches a script host's representation of the program's content; `nil` for content from a
  /// script.
  private var hostForm: ResourceFormSlot? = ResourceFormSlot()

  /// Content from a script that temporarily replaces the program's.
  struct Replacement {
    let content: ResourceContent
    let life: ResourceScopeLife
    let lifetimeToken: (any LifetimeToken)?
  }

  /// The replacement by a script, with the lifetime of the script's scope.
  var replacement: Replacement?

  /// The source position of a script's first `put`.
  var site: SourceSite?

  private(set) var isDeleted = false

  /// Whether scripts that are being loaded want to delete it.
  var isToBeDeleted = false

  init(
    _ pattern: RoutePattern,
    name: String?,
    number: Int,
    content: ResourceContent,
    isPersistent: Bool,
    initial: Value?,
    registration: Registration
  ) {
    self.initial = initial
    entry = RouteTable.Entry(pattern: pattern)
    self.number = number
    self.content = content
    self.isPersistent = isPersistent
    self.registration = registration
    route = Self.route(pattern, name: name)
  }

  var pattern: RoutePattern { entry.pattern }

  var name: String? {
    get { route.name }
    set { route = Self.route(pattern, name: newValue) }
  }

  var isGone: Bool { isDeleted || isToBeDeleted || !registration.isActive }

  var current: ResourceContent {
    guard let replacement else { return content }
    if !replacement.life.isEnded { return replacement.content }
    self.replacement = nil
    return content
  }

  /// The deinitializer of the former content may run arbitrary code, so it runs after the change is
  /// complete.
  func put(
    _ content: ResourceContent,
    _ lifetimeToken: (any LifetimeToken)?,
    isProgram: Bool = true
  ) {
    let before = (self.content, self.lifetimeToken, replacement, hostForm)
    (self.content, self.lifetimeToken, replacement) = (content, lifetimeToken, nil)
    hostForm = isProgram ? ResourceFormSlot() : nil
    withExtendedLifetime(before) {}
  }

  /// The cached representation of the program's content, or `nil` for content from a script.
  ///
  /// A value of the storage may be from either, so it has none.
  var programForm: ResourceFormSlot? {
    guard !isPersistent, replacement.map(\.life.isEnded) ?? true else { return nil }
    hostForm?.label = name ?? pattern.text
    return hostForm
  }

  var restoring: () -> Void {
    let (content, lifetimeToken, replacement) = (content, lifetimeToken, replacement)
    let isProgram = hostForm != nil
    return { [self] in
      put(content, lifetimeToken, isProgram: isProgram)
      self.replacement = replacement
    }
  }

  func delete() {
    isDeleted = true
    registration.cancel()
    put(.constant(.null), nil)
  }

  private static func route(_ pattern: RoutePattern, name: String?) -> RouteInfo {
    RouteInfo(
      id: 0,
      route: LinkRoute(path: pattern.text, name: name),
      pattern: pattern,
      parent: nil,
      parts: []
    )
  }
}

/// A script host's representation of the content of a resource, which is released with the content.
package final class ResourceFormSlot {
  package var form: AnyObject?

  /// The resource's name or pattern, for errors.
  package fileprivate(set) var label = ""
}

final class ResourceScopeLife {
  var isEnded = false

  init() {}
}
