import Logging
import Moonroute
import RouterObservability

// Every open is a line of the log, without the values of its link.

struct Broken: Error {}

/// Whether an event handler has failed.
var hasFailed = false

let logger = Logger(label: "links") { _ in LineHandler(metadataProvider: .openedLink) }
let options = RouterOptions(instruments: RouterInstruments(logger: logger)) { error, occasion in
  print("\(occasion):", error.code)
  hasFailed = true
}
let router = try LinkRouter(options: options) {
  LinkRoute("/product/:id<int>", name: "product")
    .view("Product") { state in
      logger.info("my own line")  // It has the number of the open.
      return ["id": .int(try state.int("id"))]
    }
  LinkRoute("/closed", name: "closed").view("Closed").guarded { _ in .stop("not today") }
  LinkRoute("/broken/:name").view("Broken") { _ in throw Broken() }
  LinkRoute("/sum/:a<int>/:b<int>").action { state in try state.int("a") + state.int("b") }
}

for link in ["/product/7?token=s3cret", "/closed", "/broken/s3cret", "/nowhere/s3cret"] {
  _ = await router.open(link)
}
_ = try await router.build("/product/8")
_ = try await router.fetch("/sum/1/2", as: Int.self)

// `onFailure` receives the errors that no outcome contains.
try await router.on("/seek/:at<int>") { _ in
  await Task.yield()
  throw Broken()
}
try await router.emit("/seek/3")
while !hasFailed { await Task.yield() }
