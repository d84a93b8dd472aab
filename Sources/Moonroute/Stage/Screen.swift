public import RoutePatterns

/// One page on the stage, described for a user interface.
public struct Screen: Sendable {
  /// The identity of a screen, unique within the router.
  public struct ID: Hashable, Sendable, CustomStringConvertible {
    /// The number, starting at 1; 0 for a screen that is not on a stage yet.
    public let rawValue: UInt64

    /// Wraps a number.
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The number as text.
    public var description: String { String(rawValue) }

    /// The identity of a screen before it has its own.
    package static let unplaced = ID(rawValue: 0)
  }

  /// The identity, which the stage assigns when the screen is built.
  public internal(set) var id = ID.unplaced

  /// Everything else, which copies share until one of them changes.
  private var storage: ScreenStorage

  /// The name of the view in the user interface, such as `Product`.
  public var view: String {
    get { storage.fields.view }
    set { own.fields.view = newValue }
  }

  /// The data of the view, such as `title`.
  ///
  /// The view defines their meaning and units.
  public var props: ValueTable {
    get { storage.fields.props }
    _modify { yield &own.fields.props }
  }

  /// The input of a person, by the names of the view's fields.
  ///
  /// The user interface keeps it up to date.
  public var fields: ValueTable {
    get { storage.fields.fields }
    _modify { yield &own.fields.fields }
  }

  /// A value of a type of the program, which the view receives in addition to ``props``.
  var payload: (any Sendable)? {
    get { storage.fields.payload }
    set { own.fields.payload = newValue }
  }

  package var lifetimeToken: (any LifetimeToken)? {
    get { storage.fields.lifetimeToken }
    set { own.fields.lifetimeToken = newValue }
  }

  /// The state of the route that built the screen, or `nil` for a screen without a route.
  public internal(set) var state: RouteState? {
    get { storage.fields.state }
    set { own.fields.state = newValue }
  }

  /// The error of a failed rebuild, or `nil`.
  ///
  /// If the rules were replaced and the new view failed, the screen still shows the content of the
  /// older view.
  package internal(set) var staleness: RouterError? {
    get { storage.fields.staleness }
    set { own.fields.staleness = newValue }
  }

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - view: The name of the view in the user interface.
  ///   - props: The data of the view.
  public init(_ view: String, props: ValueTable = ValueTable()) {
    storage = ScreenStorage(ScreenFields(view: view, props: props))
  }

  /// The storage of this copy alone.
  private var own: ScreenStorage {
    mutating get {
      if !isKnownUniquelyReferenced(&storage) { storage = ScreenStorage(storage.fields) }
      return storage
    }
  }

  /// Makes a screen with named properties.
  public init(_ view: String, _ fields: [String: Value]) {
    self.init(view, props: ValueTable(fields: fields))
  }

  /// Makes a screen with named properties of one type of the program, such as text.
  ///
  /// ```swift
  /// let title = product.name
  /// Screen("Product", ["title": title])
  /// ```
  ///
  /// - Parameters:
  ///   - view: The name of the view in the user interface.
  ///   - fields: The properties, which are also the payload. Fields that cannot be encoded are not
  ///     in the properties.
  @_disfavoredOverload
  public init<Content: Encodable & Sendable>(_ view: String, _ fields: [String: Content]) {
    self.init(view, fields.compactMapValues { try? Value(encoding: $0) })
    payload = fields
  }

  /// Makes a screen with data of a type of the program.
  ///
  /// ```swift
  /// Screen("Product", product)
  /// // and where it is shown:
  /// let product = screen.payload(Product.self)
  /// ```
  ///
  /// - Parameters:
  ///   - view: The name of the view in the user interface.
  ///   - payload: The data of the view.
  @_disfavoredOverload
  public init(_ view: String, _ payload: some Sendable) {
    self.init(view)
    self.payload = payload
  }

  /// The payload, if it has the requested type.
  ///
  /// A screen from a script has no payload. In that case a `Decodable` type is decoded from its
  /// properties.
  ///
  /// - Parameter type: The type.
  /// - Returns: The payload, or `nil` if it is not of this type.
  public func payload<Payload>(_ type: Payload.Type = Payload.self) -> Payload? {
    if let payload { return payload as? Payload }
    return Value.table(props).cast(to: type)
  }

  /// A property.
  ///
  /// Setting ``Value/null`` removes it.
  public subscript(name: String) -> Value {
    get { props[name] }
    set { props[name] = newValue }
  }

  /// The name of the route that made the screen.
  public var name: String? { state?.route.name }

  /// The location of the screen.
  public var location: Location? { state?.location }

  /// The text that identifies the screen for people: its title, or its view.
  public var caption: String {
    guard let title = props["title"].text, !title.isEmpty else { return view }
    return title
  }

  /// Records who made the screen, and the properties as the view made them.
  mutating func noteMade(by state: RouteState) {
    let own = own
    own.fields.state = state
    own.fields.madeProps = own.fields.props
  }

  /// Retains the screen's link until the screen is on the stage.
  mutating func hold(_ token: ScreenToken) { own.fields.token = token }

  /// Records the properties that differ from older ones as made by the view.
  mutating func noteMade(since old: ValueTable) {
    let own = own
    let props = own.fields.props
    for name in Set(old.fields.keys).union(props.fields.keys) where props[name] != old[name] {
      own.fields.madeProps[name] = props[name]
    }
  }

  /// Keeps properties that changed after the view made them, if `mayKeep` returns `true`.
  mutating func renew(with fresh: Screen, mayKeep: (Value) -> Bool) {
    let (old, made) = (props, storage.fields.madeProps)
    var new = fresh.storage.fields
    new.madeProps = new.props
    for name in Set(old.fields.keys).union(made.fields.keys)
    where old[name] != made[name] && mayKeep(old[name]) {
      new.props[name] = old[name]
    }
    (new.fields, new.token, new.staleness) = (fields, storage.fields.token, nil)
    storage = ScreenStorage(new)
  }

  /// Whether both are copies of one screen, and neither has changed; takes constant time.
  package func isUnchangedCopy(of other: Screen) -> Bool { storage === other.storage }

  /// Assigns an identity before the screen is built, for a host that exposes it.
  package mutating func identify(as id: ID) { self.id = id }
}

private struct ScreenFields: Sendable {
  var view: String
  var props: ValueTable
  var fields = ValueTable()
  var payload: (any Sendable)?
  /// The properties as made by the view; the screen may have changed them since.
  var madeProps = ValueTable()
  var lifetimeToken: (any LifetimeToken)?
  /// Retains the screen's link until the screen is on the stage.
  var token: ScreenToken?
  var state: RouteState?
  var staleness: RouterError?
}

// Invariant: a screen changes the storage only if no other screen has it.
private final class ScreenStorage: @unchecked Sendable {
  // The access to the screen is checked.
  @exclusivity(unchecked) var fields: ScreenFields

  init(_ fields: ScreenFields) { self.fields = fields }
}

/// Lives as long as the description of a screen that is not on the stage yet.
final class ScreenToken: Sendable {}
