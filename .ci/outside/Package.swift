// swift-tools-version: 6.2

// A package of somebody else, which takes every product; `.ci/test-packages` puts the way to this
// repository in.
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
    // As Xcode 26 makes them.
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
