// swift-tools-version: 6.2

import PackageDescription

func products(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "moonroute") }
}

let package = Package(
  name: "programs",
  platforms: [.macOS(.v15)],
  dependencies: [
    // In your own package: .package(url: "…/moonroute", from: "…", traits: …)
    .package(
      name: "moonroute",
      path: "../..",
      traits: ["SQLite", "Observability", "Inspector", "LinkService"]
    ),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    .executableTarget(name: "Patterns", dependencies: products("RoutePatterns")),
    .executableTarget(name: "NativeRouter", dependencies: products("Moonroute")),
    .executableTarget(
      name: "MainActorRouter",
      dependencies: products("Moonroute", "ScriptHost")
    ),
    // With the settings of a target that Xcode 26 creates.
    .executableTarget(
      name: "DefaultIsolation",
      dependencies: products("Moonroute", "ScriptHost", "SwiftUIStage"),
      swiftSettings: [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    ),
    .executableTarget(name: "HostFunctions", dependencies: products("Moonroute", "ScriptHost")),
    .executableTarget(name: "LinkHost", dependencies: products("ScriptHost", "LinkService")),
    .executableTarget(name: "RuleServer", dependencies: products("Moonroute", "ScriptHost")),
    .executableTarget(
      name: "SavedValues",
      dependencies: products("Moonroute", "ScriptHost", "SQLiteResources")
    ),
    .executableTarget(
      name: "Observability",
      dependencies: products("Moonroute", "RouterObservability") + [
        .product(name: "Logging", package: "swift-log")
      ]
    ),
    .executableTarget(
      name: "OwnInterface",
      dependencies: products("Moonroute", "SwiftUIStage", "UIKitStage")
    ),
    .executableTarget(
      name: "Tools",
      dependencies: products("Moonroute", "ScriptHost", "Inspector", "ScriptDebugging")
    ),
    .testTarget(
      name: "RuleSpecs",
      dependencies: products("ScriptHost", "ScriptTesting"),
      resources: [.copy("Rules")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
