// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "server",
  platforms: [.macOS(.v15)],
  dependencies: [
    // In your own package: .package(url: "…/moonroute", from: "…", traits: ["Observability"])
    .package(name: "moonroute", path: "../..", traits: ["Observability"]),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    .target(
      name: "LinkServer",
      dependencies: [
        .product(name: "Moonroute", package: "moonroute"),
        .product(name: "ScriptHost", package: "moonroute"),
        .product(name: "RouterObservability", package: "moonroute"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
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
