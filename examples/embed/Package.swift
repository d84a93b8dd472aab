// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "embed",
  platforms: [.macOS(.v15)],
  dependencies: [
    // In your own package: .package(url: "…/moonroute", from: "…")
    .package(name: "moonroute", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "embed",
      dependencies: [
        .product(name: "Moonroute", package: "moonroute"),
        .product(name: "ScriptHost", package: "moonroute"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
