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
///       RouterView(application, initial: "/") { screens in
///         screens.screen("Home") { _ in HomeView() }
///       }
///       .handlesLinks(of: application)
///     }
///   }
/// }
/// ```
///
/// The application must live on the main actor; otherwise the view shows the error. The scene
/// restores its stage after the system has terminated it. It announces each new screen to assistive
/// technologies.
public struct RouterView: View {
  @State private var model: StageModel?
  @SceneStorage("moonroute.stage") private var saved = ""
  private let initial: String?
  private let views: Screens
  private var preview: (persona: PreviewPersona, application: LinkRouter)?
  @State private var problem: String?

  /// Shows an application.
  ///
  /// - Parameters:
  ///   - application: The application, which must live on the main actor.
  ///   - initial: The location to open without a stage to restore. Default: none.
  ///   - views: Adds the program's views by name.
  public init(
    _ application: LinkRouter,
    initial: String? = nil,
    views: (inout Screens) -> Void
  ) {
    do throws(RouterError) {
      _model = State(initialValue: try StageModel(application))
    } catch {
      _problem = State(initialValue: "\(error)")
    }
    self.initial = initial
    var all = Screens()
    views(&all)
    self.views = all
  }

  /// Shows an application as a persona sees it, for previews: nothing is saved or restored.
  ///
  /// An error is shown instead of the stage.
  ///
  /// - Parameters:
  ///   - application: The application, a separate one for each preview, which must live on the
  ///     main actor.
  ///   - persona: The persona.
  ///   - views: Adds the program's views by name.
  public init(
    _ application: LinkRouter,
    as persona: PreviewPersona,
    views: (inout Screens) -> Void
  ) {
    self.init(application, views: views)
    preview = (persona, application)
  }

  /// The place that fills the window.
  public var body: some View {
    Group {
      if let problem {
        Text(problem)
      } else if let model, let root = model.root {
        PlaceView(place: root, model: model, views: views).id(root.id)
      } else {
        Color.clear
      }
    }
    .task { await begin() }
    .onChange(of: model?.changeCount) {
      if preview == nil, let model { saved = model.savedText }
    }
  }

  private func begin() async {
    guard let model else { return }
    model.announce = { AccessibilityNotification.ScreenChanged($0).post() }
    model.animate = { isAnimated, change in
      var transaction = Transaction()
      transaction.disablesAnimations = !isAnimated
      withTransaction(transaction, change)
    }
    model.screens = views.names
    if let preview { return await show(preview.application, as: preview.persona, in: model) }
    model.begin()
    guard model.root == nil else { return }
    if !saved.isEmpty { await model.restore(saved) }
    if model.root == nil, let initial { await model.open(initial) }
  }

  private func show(
    _ application: LinkRouter,
    as persona: PreviewPersona,
    in model: StageModel
  ) async {
    do {
      let outcome = try await model.begin(as: persona, in: application)
      problem = outcome.asError.map { "\(persona) at \(persona.location): \($0)" }
    } catch {
      problem = "\(persona): \(error)"
    }
  }
}

extension View {
  /// Opens the links that the system passes to the scene: URLs of the application's own schemes,
  /// and web pages of its domains.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - buildsStack: Whether to build the screens below as well, and replace the stack. Default:
  ///     `false`.
  /// - Returns: A view that opens links.
  public func handlesLinks(of application: LinkRouter, buildsStack: Bool = false) -> some View {
    let open = { @MainActor (url: URL) in
      Task {
        var options = OpenOptions()
        options.buildsStack = buildsStack
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
