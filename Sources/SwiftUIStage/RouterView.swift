#if canImport(SwiftUI)
public import Moonroute
public import SwiftUI
#if canImport(Accessibility)
import Accessibility
#endif

/// Shows the stage of an application: stacks, tabs, sheets and splits, with the program's views.
///
/// ```swift
/// @main struct ShopApp: App {
///   private let application = Shop.application
///   var body: some Scene {
///     WindowGroup {
///       RouterView(application, initial: "/") { views in
///         views.view("Home") { _ in HomeView() }
///       }
///       .opensLinks(in: application)
///     }
///   }
/// }
/// ```
///
/// The application has to live on the main actor. The scene shows again what it showed when the
/// system ended it. The screen that comes is announced to assistive technologies.
public struct RouterView: View {
  @State private var model: StageModel
  @SceneStorage("moonroute.stage") private var saved = ""
  private let initial: String?
  private let views: ScreenViews
  /// The person of a preview, and their application.
  private var preview: (persona: Persona, application: Application)?
  @State private var problem: String?

  /// Shows an application.
  ///
  /// - Parameters:
  ///   - application: The application; it lives on the main actor.
  ///   - initial: The location that is opened when there is nothing to show again. Default: none.
  ///   - views: Adds the program's views by their names.
  public init(
    _ application: Application,
    initial: String? = nil,
    views: (inout ScreenViews) -> Void
  ) {
    _model = State(initialValue: StageModel(application))
    self.initial = initial
    var all = ScreenViews()
    views(&all)
    self.views = all
  }

  /// Shows an application as a person sees it, for previews: nothing is saved or shown again.
  ///
  /// An error is told in place of the stage.
  ///
  /// - Parameters:
  ///   - application: The application, one of its own for each preview; it lives on the main actor.
  ///   - persona: The person.
  ///   - views: Adds the program's views by their names.
  public init(
    _ application: Application,
    as persona: Persona,
    views: (inout ScreenViews) -> Void
  ) {
    self.init(application, views: views)
    preview = (persona, application)
  }

  /// The place that fills the window.
  public var body: some View {
    Group {
      if let problem {
        Text(problem)
      } else if let root = model.root {
        PlaceView(place: root, model: model, views: views).id(root.id)
      } else {
        Color.clear
      }
    }
    .task { await begin() }
    .onChange(of: model.changeCount) { if preview == nil { saved = model.savedText } }
  }

  private func begin() async {
    model.announce = { AccessibilityNotification.ScreenChanged($0).post() }
    model.animate = { isAnimated, change in
      var transaction = Transaction()
      transaction.disablesAnimations = !isAnimated
      withTransaction(transaction, change)
    }
    model.registeredViews = views.names
    if let preview { return await show(preview.application, as: preview.persona) }
    model.begin()
    guard model.root == nil else { return }
    if !saved.isEmpty { await model.restore(saved) }
    if model.root == nil, let initial { await model.open(initial) }
  }

  private func show(_ application: Application, as persona: Persona) async {
    do {
      let outcome = try await model.begin(as: persona, in: application)
      problem = outcome.asError.map { "\(persona) at \(persona.location): \($0)" }
    } catch {
      problem = "\(persona): \(error)"
    }
  }
}

extension View {
  /// Opens the links that the system hands to the scene: URLs of the application's own schemes, and
  /// web pages of its domains.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - replacesStack: Whether what lies below is built, too, in place of the stack. Default: no.
  /// - Returns: A view that opens links.
  public func opensLinks(in application: Application, replacesStack: Bool = false) -> some View {
    let open = { @MainActor (url: URL) in
      Task {
        var options = OpenOptions()
        options.replacesStack = replacesStack
        _ = await application.open(url.absoluteString, options: options)
      }
    }
    return onOpenURL { url in _ = open(url) }
      .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
        if let url = activity.webpageURL { _ = open(url) }
      }
  }
}
#endif
