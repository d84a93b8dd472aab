import RoutePatterns

/// One resource: a pattern and what lies behind it.
final class ResourceEntry: LayeredPatternItem {
  /// The pattern as a route, for the state that functions see.
  private(set) var route: RouteInfo

  /// The pattern in tables.
  let entry: RouteTable.Entry

  /// The place among the resources of its scope.
  let number: Int

  /// The way to take it back.
  let registration: Registration

  /// Whether the value lies in a storage, too.
  let isPersistent: Bool

  /// The content behind the pattern.
  var content: ResourceContent

  /// The token that lives as long as the content does.
  var lifetimeToken: (any LifetimeToken)?

  /// Keeps the form that a script host made of the program's content; `nil` for what a script put.
  private var hostForm: ResourceFormSlot? = ResourceFormSlot()

  /// Content that a script puts in the place of the program's.
  struct Replacement {
    let content: ResourceContent
    let life: ResourceScopeLife
    let lifetimeToken: (any LifetimeToken)?
  }

  /// The content that a script put in its place, with the life of that script's scope.
  var replacement: Replacement?

  /// Where it was put first, if a script did.
  var site: SourceSite?

  private(set) var isDeleted = false

  /// Whether scripts that are being loaded want it deleted.
  var isToBeDeleted = false

  init(
    _ pattern: RoutePattern,
    name: String?,
    number: Int,
    content: ResourceContent,
    isPersistent: Bool,
    registration: Registration
  ) {
    entry = RouteTable.Entry(pattern: pattern)
    self.number = number
    self.content = content
    self.isPersistent = isPersistent
    self.registration = registration
    route = Self.route(pattern, name: name)
  }

  var pattern: RoutePattern { entry.pattern }

  /// The name, or `nil`.
  var name: String? {
    get { route.name }
    set { route = Self.route(pattern, name: newValue) }
  }

  /// Whether it does not count any more.
  var isGone: Bool { isDeleted || isToBeDeleted || !registration.isActive }

  /// The content behind the pattern now.
  var current: ResourceContent {
    guard let replacement else { return content }
    if !replacement.life.isEnded { return replacement.content }
    self.replacement = nil
    return content
  }

  /// Puts other content in the place of all that lies behind it.
  ///
  /// The former content may do anything at its end, so that waits until all is as it should be.
  func put(
    _ content: ResourceContent,
    _ lifetimeToken: (any LifetimeToken)?,
    isProgram: Bool = true
  ) {
    let before = (self.content, self.lifetimeToken, replacement, hostForm)
    (self.content, self.lifetimeToken, replacement) = (content, lifetimeToken, nil)
    hostForm = isProgram ? ResourceFormSlot() : nil
    _ = before
  }

  /// Where the form of what the program put is kept, or `nil` for what a script put in its place.
  ///
  /// A value of the storage may be either's, so it has none.
  var programForm: ResourceFormSlot? {
    guard !isPersistent, replacement.map(\.life.isEnded) ?? true else { return nil }
    hostForm?.label = name ?? pattern.text
    return hostForm
  }

  /// A function that puts back the content that lies behind the pattern now.
  var restoring: () -> Void {
    let (content, lifetimeToken, replacement) = (content, lifetimeToken, replacement)
    let isProgram = hostForm != nil
    return { [self] in
      put(content, lifetimeToken, isProgram: isProgram)
      self.replacement = replacement
    }
  }

  /// Deletes it, and lets go of what lies behind it.
  func delete() {
    isDeleted = true
    registration.cancel()
    put(.constant(.none), nil)
  }

  private static func route(_ pattern: RoutePattern, name: String?) -> RouteInfo {
    RouteInfo(
      id: 0,
      route: Route(path: pattern.text, name: name),
      pattern: pattern,
      parent: nil,
      parts: []
    )
  }
}

/// The form that a script host made of the content of a resource, which goes with that content.
package final class ResourceFormSlot {
  /// The form, or `nil` as long as nothing was made.
  package var form: AnyObject?

  /// The resource for errors: its name, or its pattern.
  package fileprivate(set) var label = ""
}

final class ResourceScopeLife {
  /// Whether nothing in it counts any more.
  var isEnded = false

  /// Begins a life.
  init() {}
}
