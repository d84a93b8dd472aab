#if canImport(SwiftUI)
public import Moonroute
public import SwiftUI

/// A button that opens a link, or the route with a name.
///
/// ```swift
/// RouterLink("Lamp", to: "product", ["id": 1])
/// RouterLink(to: "/product/1") { ProductRow(lamp) }
/// ```
///
/// The button uses the router of ``RouterView`` or ``RouterStack``. It is disabled outside of these
/// views, and while the link opens. A style such as `.buttonStyle(.plain)` changes its look. If the
/// name is unknown or a parameter is missing, a tap logs the error.
public struct RouterLink<Label: View>: View {
  @Environment(\.moonroute) private var router
  @State private var isOpening = false
  private let target: LinkTarget
  private let label: Label

  private init(_ target: LinkTarget, _ label: Label) {
    (self.target, self.label) = (target, label)
  }

  /// The button.
  public var body: some View {
    Button(action: open) { label }
      .disabled(isOpening || router == nil)
      .accessibilityAddTraits(.isLink)
  }

  private func open() {
    guard let router, !isOpening else { return }
    isOpening = true
    Task {
      await target.open(in: router)
      isOpening = false
    }
  }

  /// Creates a link with a label.
  ///
  /// - Parameters:
  ///   - target: The link as text, or the name of a route.
  ///   - params: A value for each parameter of the named route.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - label: Creates the label.
  public init(
    to target: String,
    _ params: [String: Value] = [:],
    fileID: String = #fileID,
    line: Int = #line,
    @ViewBuilder label: () -> Label
  ) {
    let site = SourceSite(file: fileID, line: line)
    self.init(LinkTarget(target, params, at: site), label())
  }

  /// Creates a link with a label.
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - label: Creates the label.
  public init(to link: some LinkConvertible, @ViewBuilder label: () -> Label) {
    self.init(LinkTarget(link), label())
  }
}

extension RouterLink where Label == Text {
  /// Creates a link with a localized title.
  ///
  /// - Parameters:
  ///   - titleKey: The key of the title.
  ///   - target: The link as text, or the name of a route.
  ///   - params: A value for each parameter of the named route.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  public init(
    _ titleKey: LocalizedStringKey,
    to target: String,
    _ params: [String: Value] = [:],
    fileID: String = #fileID,
    line: Int = #line
  ) { self.init(to: target, params, fileID: fileID, line: line) { Text(titleKey) } }

  /// Creates a link with a title that is not localized.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - target: The link as text, or the name of a route.
  ///   - params: A value for each parameter of the named route.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol,
    to target: String,
    _ params: [String: Value] = [:],
    fileID: String = #fileID,
    line: Int = #line
  ) { self.init(to: target, params, fileID: fileID, line: line) { Text(title) } }
}
#endif
