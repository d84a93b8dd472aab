import Moonroute

// Routes in Swift: tabs, a guard, a redirect, actions, and a screen that answers.
//
// This file belongs to the main actor. The router lives there too, so its functions use the
// variables of the program.

struct Sum: Decodable {
  var a: Int
  var b: Int
}

struct Total: Codable {
  var total: Int
  var parts: [Int]
}

var user: String?

let router = try LinkRouter {
  LinkRoute.shell("main") {
    LinkRoute("/feed", name: "feed")
      .view("Feed")
      .children {
        LinkRoute(":id<int>", name: "post")
          .view("Post") { state in ["title": .text("Post \(try state.int("id"))")] }
      }
    LinkRoute("/search", name: "search").view("Search")
  }
  LinkRoute("/account", name: "account")
    .view("Account")
    .guarded { _ in user == nil ? .go(to: "login") : .proceed }
  LinkRoute("/login", name: "login").view("Login").animator(.present)
  LinkRoute("/colour", name: "colour").view("Colour").animator(.sheet)
  LinkRoute("/sum/:a<int>/:b<int>").action { state in try state.int("a") + state.int("b") }
  LinkRoute("/total/:a<int>/:b<int>")
    .action { (sum: Sum) in
      Total(total: sum.a + sum.b, parts: [sum.a, sum.b])
    }
  LinkRoute("/item/:id<int>").redirect(to: "/feed/:id")
}

/// Opens a link and prints the outcome.
@MainActor func open(_ link: String) async {
  let outcome = await router.open(link)
  let text = outcome.screen?.caption ?? outcome.error?.message ?? ""
  print("\(link):", outcome.status.rawValue, text)
}

// Each tab keeps its own stack.
await open("/feed/7")
await open("/item/8")
await router.select(tab: "search")
print("selected:", await router.top?.view ?? "")
await router.select(tab: 1)
print("selected:", await router.top?.caption ?? "")
print(await router.tree)

// The guard opens the login. After the logout, revalidating removes the account.
await open("/account")
await router.dismiss()
user = "Ada"
await open("/account")
user = nil
_ = await router.revalidate()
print("after the logout:", await router.tree.screens.map(\.view))

// Actions return values, also of Codable types.
print("sum:", try await router.fetch("/sum/40/2", as: Int.self))
print("parts:", try await router.fetch("/total/40/2", as: Total.self).parts)

// The name of a route and its parameters make a location.
print("location:", try router.location(to: "post", ["id": 7], query: ["from": "mail"]))
do throws(RouterError) {
  _ = try router.location(to: "post", ["id": "lamp"])
} catch {
  print("location:", error.message)
}

// The program asks a screen, and the screen answers.
async let answer = router.ask("/colour")
while await router.top?.name != "colour" { await Task.yield() }
await router.closeScreen(with: "green")
print("colour:", await answer.value.text ?? "", await answer.how)

await open("/nowhere")
