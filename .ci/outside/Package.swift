// swift-tools-version: 6.2

// A third-party package that uses every product. `.ci/test-packages` inserts the path to this
// repository.
import PackageDescription

let products = [
  "RoutePatterns", "Moonroute", "ScriptHost", "ScriptTesting", "SQLiteResources", "UIKitStage",
  "SwiftUIStage", "RouterObservability", "Inspector",
]

let package = Package(
  name: "outside",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "moonroute",
      path: "MOONROUTE",
      traits: ["SQLite", "Observability", "Inspector"]
    ),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    .executableTarget(
      name: "outside",
      dependencies: products.map { .product(name: $0, package: "moonroute") } + [
        .product(name: "Logging", package: "swift-log")
      ]
    ),
    // As created by Xcode 26.
    .executableTarget(
      name: "app",
      dependencies: ["Moonroute", "ScriptHost", "SwiftUIStage"]
        .map {
          .product(name: $0, package: "moonroute")
        },
      swiftSettings: [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
