// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "embed",
  platforms: [.macOS(.v15)],
  traits: [
    .trait(name: "Inspector", description: "Builds the page in the browser, for debug builds.")
  ],
  dependencies: [
    // In your own package: .package(url: "…/moonroute", from: "…", traits: …)
    .package(
      name: "moonroute",
      path: "../..",
      traits: [.trait(name: "Inspector", condition: .when(traits: ["Inspector"]))]
    )
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

// The page in the browser. Without this package's trait, it is not downloaded or built.
package.targets[0].dependencies
  .append(
    .product(name: "Inspector", package: "moonroute", condition: .when(traits: ["Inspector"]))
  )
