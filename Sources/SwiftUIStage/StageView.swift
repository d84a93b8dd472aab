#if canImport(SwiftUI)
import Moonroute
import SwiftUI
#if canImport(Accessibility)
import Accessibility
#endif

/// Creates the model of a stage, and shows its content or the problems.
struct StageView<Content: View>: View {
  // The first router of the view, which the model shows: a preview makes one for each evaluation.
  @State private var router: LinkRouter
  @State private var model: StageModel?
  @State private var failure: String?
  private let branch: StageBranch?
  private let screens: Screens
  private let showsProblems: Bool
  private let start: @MainActor (StageModel, LinkRouter) async -> String?
  private let content: (StageModel) -> Content

  init(
    _ router: LinkRouter,
    branch: StageBranch? = nil,
    screens: Screens,
    showsProblems: Bool = true,
    start: @escaping @MainActor (StageModel, LinkRouter) async -> String?,
    @ViewBuilder content: @escaping (StageModel) -> Content
  ) {
    _router = State(initialValue: router)
    (self.branch, self.screens, self.showsProblems) = (branch, screens, showsProblems)
    (self.start, self.content) = (start, content)
  }

  var body: some View {
    // The task of a Group would end when its content changes.
    ZStack {
      if let problem {
        Text(problem)
      } else if let model {
        content(model)
      } else {
        Color.clear
      }
    }
    .environment(\.moonroute, router)
    .environment(
      \.openURL,
      OpenURLAction { url in model?.openURL(url) == true ? .handled : .systemAction }
    )
    .task { await begin() }
  }

  private var problem: String? {
    #if DEBUG
    if showsProblems, let model, !model.problems.isEmpty {
      return model.problems.map(\.description).joined(separator: "\n")
    }
    #endif
    return failure
  }

  private func begin() async {
    guard model == nil, failure == nil else { return }
    do throws(RouterError) {
      let model = StageModel(try router.mainRouter(), branch: branch)
      model.announce = { AccessibilityNotification.ScreenChanged($0).post() }
      model.animate = { isAnimated, change in
        var transaction = Transaction()
        transaction.disablesAnimations = !isAnimated
        withTransaction(transaction, change)
      }
      model.screens = screens.names
      model.start = { [weak model] in
        if let model { failure = await start(model, router) }
      }
      self.model = model
      await model.start()
    } catch {
      failure = "\(error)"
    }
  }
}
#endif
