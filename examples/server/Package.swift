// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "server",
  platforms: [.macOS(.v15)],
  dependencies: [
    // In your own package: .package(url: "…/moonroute", from: "…", traits: ["LinkService", …])
    .package(name: "moonroute", path: "../..", traits: ["LinkService", "Observability"]),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    .target(
      name: "LinkServer",
      dependencies: [
        .product(name: "Moonroute", package: "moonroute"),
        .product(name: "ScriptHost", package: "moonroute"),
        .product(name: "LinkService", package: "moonroute"),
        .product(name: "RouterObservability", package: "moonroute"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .executableTarget(
      name: "server",
      dependencies: ["LinkServer", .product(name: "Logging", package: "swift-log")]
    ),
    .testTarget(
      name: "LinkServerTests",
      dependencies: ["LinkServer", .product(name: "Logging", package: "swift-log")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
