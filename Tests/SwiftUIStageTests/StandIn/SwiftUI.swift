// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Empty declarations of the part of SwiftUI that SwiftUIStage and examples/ios use, for
// type-checking on systems without it.

@_exported public import Foundation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

public protocol PrimitiveView: View where Body == Never {}
extension PrimitiveView { public var body: Never { fatalError() } }

// Names that Moonroute also uses.
public struct Table: PrimitiveView {}
public struct Link: PrimitiveView {}
public protocol Transition {}

public struct EmptyView: PrimitiveView { nonisolated public init() {} }
public struct AnyView: PrimitiveView { public init(_ view: some View) {} }
public struct TupleView<each Content: View>: PrimitiveView {
  nonisolated init() {}
}
public struct ConditionalView<First: View, Second: View>: PrimitiveView {
  nonisolated init() {}
}
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }

@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> { TupleView() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalView<First, Second> { ConditionalView() }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalView<First, Second> { ConditionalView() }
}

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
}
public struct Text: PrimitiveView {
  @_disfavoredOverload public init(_ content: some StringProtocol) {}
  public init(
    _ key: LocalizedStringKey,
    tableName: String? = nil,
    bundle: Bundle? = nil,
    comment: StaticString? = nil
  ) {}
}
public struct Color: PrimitiveView { public static let clear = Color() }
public struct Image: PrimitiveView { public init(systemName: String) {} }
public struct Label<Title: View, Icon: View>: PrimitiveView {}
extension Label where Title == Text, Icon == Image {
  public init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
  @_disfavoredOverload public init(_ title: some StringProtocol, systemImage name: String) {}
}
public struct Button<Label: View>: PrimitiveView {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}
extension Button where Label == Text {
  public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  @_disfavoredOverload
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}
public struct Group<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}
public struct Alignment: Equatable, Sendable { public static let center = Self() }
public struct ZStack<Content: View>: PrimitiveView {
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {}
}
public struct VStack<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}
public struct List<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}
public struct TabView<Selection: Hashable, Content: View>: PrimitiveView {
  public init(selection: Binding<Selection>?, @ViewBuilder content: () -> Content) {}
}
extension TabView where Selection == Int {
  public init(@ViewBuilder content: () -> Content) {}
}
public struct NavigationStack<Data, Root: View>: PrimitiveView {
  public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection,
    Data: RandomAccessCollection,
    Data: RangeReplaceableCollection,
    Data.Element: Hashable
  {}
}
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: PrimitiveView {
  public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail)
  where Content == EmptyView {}
}

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
  private let get: () -> Value
  private let set: (Value) -> Void

  @preconcurrency public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) { fatalError() }

  public subscript<Member>(dynamicMember path: WritableKeyPath<Value, Member>) -> Binding<Member> {
    fatalError()
  }
}

@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) {}
  public init(initialValue: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

@propertyWrapper public struct SceneStorage<Value> {
  public init(wrappedValue: Value, _ key: String) where Value == String {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}
public struct EnvironmentValues {
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { Key.defaultValue }
    set {}
  }
  @MainActor @preconcurrency public var openURL: OpenURLAction {
    get { OpenURLAction { _ in .systemAction } }
    set {}
  }
}
@propertyWrapper public struct Environment<Value> {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}

@MainActor @preconcurrency public struct OpenURLAction: Sendable {
  public struct Result: Sendable {
    public static let handled = Result()
    public static let discarded = Result()
    public static let systemAction = Result()
    public static func systemAction(_ url: URL) -> Result { Result() }
  }
  public init(handler: @escaping (URL) -> Result) {}
  public func callAsFunction(_ url: URL) {}
}

public struct PresentationDetent: Hashable, Sendable {
  public static let medium = PresentationDetent()
  public static let large = PresentationDetent()
}
public struct AccessibilityTraits: Sendable { public static let isLink = Self() }

public struct Transaction {
  public init() {}
  public var disablesAnimations = false
}
public func withTransaction<Answer>(
  _ transaction: Transaction,
  _ body: () throws -> Answer
) rethrows -> Answer { try body() }

@MainActor public protocol ToolbarContent {}
public struct ToolbarItemPlacement: Sendable { public static let navigation = Self() }
public struct ToolbarItem<Content: View>: ToolbarContent {
  public init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> Content) {}
}
extension Optional: ToolbarContent where Wrapped: ToolbarContent {}
@resultBuilder public struct ToolbarContentBuilder {
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
  public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> Content? { content }
}

public struct AccessibilityNotification {
  public struct ScreenChanged {
    public init(_ text: String) {}
    public func post() {}
  }
}

/// The activity that the system passes to a scene; on Apple's systems it is part of Foundation.
public final class NSUserActivity: NSObject {
  public var webpageURL: URL?
}
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

extension View {
  public func id(_ id: some Hashable) -> some View { self }
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    _ value: Value
  ) -> some View { self }
  public func disabled(_ disabled: Bool) -> some View { self }
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
  public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { self }
  public func tag(_ tag: some Hashable) -> some View { self }
  public func tabItem(@ViewBuilder _ label: () -> some View) -> some View { self }
  public func sheet<Item: Identifiable>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> some View
  ) -> some View { self }
  public func fullScreenCover<Item: Identifiable>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> some View
  ) -> some View { self }
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { self }
  public func navigationTitle(_ title: some StringProtocol) -> some View { self }
  public func navigationBarBackButtonHidden(_ isHidden: Bool = true) -> some View { self }
  public func navigationDestination<Data: Hashable>(
    for data: Data.Type,
    @ViewBuilder destination: @escaping (Data) -> some View
  ) -> some View { self }
  public func toolbar(@ToolbarContentBuilder content: () -> some ToolbarContent) -> some View {
    self
  }
  public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> some View { self }
  public func onChange(of value: some Equatable, _ action: @escaping () -> Void) -> some View {
    self
  }
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
  public func onContinueUserActivity(
    _ type: String,
    perform action: @escaping (NSUserActivity) -> Void
  ) -> some View { self }
}

@MainActor @preconcurrency public protocol Scene {}
public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
}
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  var body: Body { get }
  init()
}
extension App {
  public static func main() {}
}
