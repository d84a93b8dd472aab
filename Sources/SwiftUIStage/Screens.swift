#if canImport(SwiftUI)
public import Moonroute
public import SwiftUI

/// The views of a program by name, as in a route's `view`.
///
/// ```swift
/// RouterView(router) { screens in
///   screens.screen("Home") { _ in HomeView() }
///   screens.screen("Product", of: Product.self) { product in ProductView(product) }
///   screens.presentation { style, content in
///     content.presentationDetents(style.name == "sheet" ? [.medium, .large] : [.large])
///   }
/// }
/// ```
@MainActor public struct Screens {
  private var makers: [String: (Screen) -> AnyView] = [:]

  /// Creates the label of a tab; by default, its name.
  private(set) var label: (String) -> AnyView = { AnyView(Text($0)) }

  /// Modifies the content of a presentation; by default, the content does not change.
  private(set) var presented: (PresentationStyle, AnyView) -> AnyView = { $1 }

  var names: Set<String> { Set(makers.keys) }

  /// Collects the views that a function adds.
  init(_ add: (inout Screens) -> Void) { add(&self) }

  /// Adds a view with a name.
  ///
  /// - Parameters:
  ///   - name: The name in a route's `view`.
  ///   - make: Creates the view of a screen.
  public mutating func screen(
    _ name: String,
    @ViewBuilder _ make: @escaping (Screen) -> some View
  ) {
    makers[name] = { AnyView(make($0)) }
  }

  /// Adds a view with a name for screens with a payload.
  ///
  /// - Parameters:
  ///   - name: The name in a route's `view`.
  ///   - payload: The type of the payload. A screen with a different payload shows an error.
  ///   - make: Creates the view of a payload.
  public mutating func screen<Payload>(
    _ name: String,
    of payload: Payload.Type,
    @ViewBuilder _ make: @escaping (Payload) -> some View
  ) {
    makers[name] = { screen in
      guard let payload = screen.payload(Payload.self) else {
        return AnyView(Text("The screen '\(name)' has no payload of type \(Payload.self)."))
      }
      return AnyView(make(payload))
    }
  }

  /// Sets the labels of tabs.
  ///
  /// - Parameter make: Creates the label of a tab from its name.
  public mutating func tabLabel(@ViewBuilder _ make: @escaping (String) -> some View) {
    label = { AnyView(make($0)) }
  }

  /// Modifies the content of each sheet and full screen cover, for example its detents.
  ///
  /// A cover has the style `full_screen`, `push_style_present`, or `present` with the option
  /// `full_screen`; every other presentation is a sheet.
  ///
  /// - Parameter make: Creates the view from the style, which is the name and the options of the
  ///   animator, and from the content.
  public mutating func presentation(
    @ViewBuilder _ make: @escaping (PresentationStyle, AnyView) -> some View
  ) {
    presented = { AnyView(make($0, $1)) }
  }

  /// The view of a screen; for an unknown name, an error message.
  func view(of screen: Screen) -> AnyView {
    if let make = makers[screen.view] { return make(screen) }
    let names = makers.keys.sorted().joined(separator: ", ")
    return AnyView(Text("No view is named '\(screen.view)'. The views are: \(names)."))
  }
}
#endif
