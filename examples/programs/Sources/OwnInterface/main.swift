@_spi(Tooling) import Moonroute
import SwiftUIStage
import UIKitStage  // Empty without UIKit.

// A user interface without SwiftUI and UIKit: it draws the places of a `StageModel`, and reports
// the user's actions to the model. `TextInterface` shows the stage without a model.

/// Whether the guard of the draft was called.
var wasAsked = false

@MainActor func makeRouter() throws -> LinkRouter {
  try LinkRouter {
    LinkRoute.shell("main") {
      LinkRoute("/feed", name: "feed")
        .view("Feed")
        .children {
          LinkRoute(":id<int>", name: "post")
            .view("Post") { state in ["title": .text("Post \(try state.int("id"))")] }
        }
      LinkRoute("/search", name: "search").view("Search")
    }
    LinkRoute("/basket", name: "basket").view("Basket").animator(.sheet)
    LinkRoute("/draft", name: "draft")
      .view("Draft")
      .animator(.sheet)
      .onExit { _ in
        wasAsked = true
        return .stop("not sent")
      }
  }
}

/// Draws a place and the places in it and over it.
@MainActor func draw(_ place: StagePlace, _ indent: String = "  ") {
  let style = place.style.map { " (\($0.name))" } ?? ""
  print(indent + (place.screen?.caption ?? place.name ?? "stack") + style)
  for child in place.children { draw(child, indent + "  ") }
  if let over = place.presented { draw(over, indent) }
}

/// Waits for the effect of an action of the user.
@MainActor func wait(until isReached: () async -> Bool) async {
  while await !isReached() { await Task.yield() }
}

let router = try makeRouter()
let model = try StageModel(router)
model.screens = ["Feed", "Post", "Search", "Basket", "Draft"]
print("problems:", model.problems.count)

await model.open("/feed/2")
guard let tabs = model.root, let stack = tabs.children.first else { fatalError("no tabs") }
draw(tabs)

// The user goes back, and selects a tab.
model.setPath([], of: stack)
await wait { stack.children.count == 1 }
print("top:", await router.top?.view ?? "")
model.select(1, of: tabs)
await wait { tabs.selected == 1 }
print("top:", await router.top?.view ?? "")

// The user dismisses a sheet, but not the draft, which has a guard.
await model.open("/basket")
draw(tabs)
if let sheet = tabs.presented { model.dismiss(sheet) }
await wait { tabs.presented == nil }
await model.open("/draft")
if let sheet = tabs.presented {
  print("may leave the draft:", model.mayLeave(sheet))
  model.dismiss(sheet)
  await wait { wasAsked }
  print("presented:", tabs.presented?.screen?.view ?? "")
}

// The next start of the program shows the same stage.
let restored = try StageModel(makeRouter())
await restored.restore(model.savedText)
print("restored: tab", restored.root?.selected ?? 0)
if let root = restored.root { draw(root) }

// The router of a model must live on the main actor.
let other = try LinkRouter(isolation: nil) { LinkRoute("/").view("Home") }
do throws(RouterError) {
  _ = try StageModel(other)
} catch {
  print("another actor:", error.code)
}

// A stage without the model.
let interface = TextInterface()
let plain = try makeRouter()
await plain.show(on: interface)
_ = await plain.open("/feed/2")
print("own interface:", interface.lines)
await plain.back()
print("own interface:", interface.lines)

print("own stage:", try await OwnStage.use())
let problems = try await StageHostConformance.problems { _ in OwnStage() }
print("own stage, problems:", problems)
