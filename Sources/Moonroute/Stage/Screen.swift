public import RoutePatterns

/// One page on the stage, as a description that a user interface turns into its own view.
public struct Screen: Sendable {
  /// The identity that tells a screen from every other of its application.
  public struct ID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number, counted from 1.
    ///
    /// 0: not on a stage yet.
    public let rawValue: UInt64

    /// Wraps a number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The number as text.
    public var description: String { String(rawValue) }

    /// The identity of a screen that has not been given one.
    public static let unplaced = ID(rawValue: 0)
  }

  /// The identity.
  ///
  /// The stage gives one when the screen is built.
  public internal(set) var id = ID.unplaced

  /// The view that the user interface shows, such as `Product`.
  public var view: String

  /// Everything else the view needs, such as `title`.
  ///
  /// Units and meaning are the view's.
  public var props: Table

  /// The entries of a person, by the names of the view's fields.
  ///
  /// The user interface keeps it up to date.
  public var fields = Table()

  /// A value of a type of the program, which the view gets beside ``props``.
  var payload: (any Sendable)?

  /// The properties as the view made them; ``props`` may have changed since.
  var madeProps = Table()

  /// The token that lives as long as the properties do.
  package var lifetimeToken: (any LifetimeToken)?

  /// Holds what watches the screen until it is on the stage.
  var token: ScreenToken?

  /// The state the screen was built from, or `nil` for one that no route made.
  public internal(set) var state: RouteState?

  /// Why the screen still shows what an older view made, or `nil` when it does not.
  ///
  /// Rules were replaced, and the new view failed.
  public internal(set) var staleness: RouterError?

  /// Describes a screen.
  ///
  /// - Parameters:
  ///   - view: What the user interface shows.
  ///   - props: What the view needs. Default: nothing.
  public init(_ view: String, props: Table = Table()) {
    self.view = view
    self.props = props
  }

  /// Describes a screen by its view and named properties.
  public init(_ view: String, _ fields: [String: Value]) {
    self.init(view, props: Table(fields: fields))
  }

  /// Describes a screen by its view and named properties of one type of the program, such as text.
  ///
  /// ```swift
  /// let title = product.name
  /// Screen("Product", ["title": title])
  /// ```
  ///
  /// - Parameters:
  ///   - view: What the user interface shows.
  ///   - fields: The properties, which are the payload, too. One that cannot be encoded is left out of
  ///     the properties.
  @_disfavoredOverload
  public init<Content: Encodable & Sendable>(_ view: String, _ fields: [String: Content]) {
    self.init(view, fields.compactMapValues { try? Value(encoding: $0) })
    payload = fields
  }

  /// Describes a screen by its view and what that shows, of a type of the program.
  ///
  /// ```swift
  /// Screen("Product", product)
  /// // and where it is shown:
  /// let product = screen.payload(as: Product.self)
  /// ```
  ///
  /// - Parameters:
  ///   - view: What the user interface shows.
  ///   - payload: What the view needs.
  @_disfavoredOverload
  public init(_ view: String, _ payload: some Sendable) {
    self.init(view)
    self.payload = payload
  }

  /// The payload, as the type that the screen was described with.
  ///
  /// A screen that a script made has no payload but properties: a type that is `Decodable` is decoded
  /// from them.
  ///
  /// - Parameter type: The type.
  /// - Returns: The payload, or `nil` when there is none of that type.
  public func payload<Payload>(as type: Payload.Type = Payload.self) -> Payload? {
    if let payload { return payload as? Payload }
    return Value.table(props).cast(to: type)
  }

  /// A property.
  ///
  /// Setting ``Value/none`` removes it.
  public subscript(name: String) -> Value {
    get { props[name] }
    set { props[name] = newValue }
  }

  /// The name of the route that made the screen.
  public var name: String? { state?.route.name }

  /// The location the screen shows.
  public var location: Location? { state?.location }

  /// The text under which people know the screen: its title, or its view.
  public var caption: String {
    guard let title = props["title"].text, !title.isEmpty else { return view }
    return title
  }

  /// Takes the properties as what the view has made.
  mutating func noteMade() { madeProps = props }

  /// Takes the properties that differ from older ones as what the view has made.
  mutating func noteMade(since old: Table) {
    for name in Set(old.fields.keys).union(props.fields.keys) where props[name] != old[name] {
      madeProps[name] = props[name]
    }
  }

  /// Takes over a newer description.
  ///
  /// Properties that were changed after they were made stay as they are.
  ///
  /// - Parameters:
  ///   - fresh: The newer description.
  ///   - mayKeep: Whether a changed property can be kept.
  mutating func renew(with fresh: Screen, mayKeep: (Value) -> Bool) {
    let (old, made) = (props, madeProps)
    view = fresh.view
    props = fresh.props
    payload = fresh.payload
    madeProps = fresh.props
    for name in Set(old.fields.keys).union(made.fields.keys)
    where old[name] != made[name] && mayKeep(old[name]) {
      props[name] = old[name]
    }
    lifetimeToken = fresh.lifetimeToken
    state = fresh.state
    staleness = nil
  }

  /// Gives the screen an identity ahead of its building, for a host that hands it out.
  package mutating func identify(as id: ID) { self.id = id }
}

/// Lives as long as the description of a screen that is not on the stage yet.
final class ScreenToken: Sendable {}
