// swift-tools-version: 6.2

import Foundation
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
  .enableUpcomingFeature("ExistentialAny"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
  .enableUpcomingFeature("InternalImportsByDefault"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
  .enableUpcomingFeature("MemberImportVisibility"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let strictC: [CSetting] = [
  .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
]

/// Whether `make lua` has installed Lua's source; otherwise the package uses the system's Lua.
///
/// SwiftPM caches the result of this file until the file or the environment changes, so
/// `.ci/environment` sets a variable that names the release.
let hasOwnLua = FileManager.default.fileExists(
  atPath: Context.packageDirectory + "/.lua/lua/src/lapi.c"
)

#if os(macOS)
let hasBuiltLua = FileManager.default.fileExists(
  atPath: Context.packageDirectory + "/.lua/Lua.xcframework/Info.plist"
)
#else
let hasBuiltLua = false
#endif

let lua: Target =
  if hasBuiltLua {
    .binaryTarget(name: "CLuaSystem", path: ".lua/Lua.xcframework")
  } else if hasOwnLua {
    .target(
      name: "CLuaSystem",
      path: ".lua/lua",
      // As in Lua's own makefile.
      cSettings: [
        .define("LUA_COMPAT_5_3"),
        .define("LUA_USE_LINUX", .when(platforms: [.linux])),
        .define("LUA_USE_MACOSX", .when(platforms: [.macOS])),
        .define("LUA_USE_IOS", .when(platforms: [.iOS])),
        // Optimize in debug builds, as the system's Lua is, because time budgets assume it. SwiftPM
        // rejects such a flag in versioned dependencies, but those never have this folder.
        .unsafeFlags(["-O2"]),
      ]
    )
  } else {
    .systemLibrary(
      name: "CLuaSystem",
      path: "CLua/system",
      pkgConfig: Context.environment["LUA_PKGCONFIG"] ?? "lua5.4",
      providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]
    )
  }

let package = Package(
  name: "moonroute",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "RoutePatterns", targets: ["RoutePatterns"]),
    .library(name: "Moonroute", targets: ["Moonroute"]),
    .library(name: "SQLiteResources", targets: ["SQLiteResources"]),
    .library(name: "ScriptHost", targets: ["ScriptHost"]),
    .library(name: "UIKitStage", targets: ["UIKitStage"]),
    .library(name: "SwiftUIStage", targets: ["SwiftUIStage"]),
    .library(name: "RouterObservability", targets: ["RouterObservability"]),
    .library(name: "ScriptTesting", targets: ["ScriptTesting"]),
    .library(name: "ScriptDebugging", targets: ["ScriptDebugging"]),
    .library(name: "Inspector", targets: ["Inspector"]),
    .library(name: "LinkService", targets: ["LinkService"]),
    .library(name: "ScriptReleases", targets: ["ScriptReleases"]),
    .library(name: "ReleaseSpecs", targets: ["ReleaseSpecs"]),
    .library(name: "ReleaseHTTP", targets: ["ReleaseHTTP"]),
    .library(name: "Fleet", targets: ["Fleet"]),
    .library(name: "NATSFleet", targets: ["NATSFleet"]),
    .executable(name: "moonroute", targets: ["MoonrouteCommand"]),
  ],
  traits: [
    .trait(
      name: "Command",
      description: "Builds the command line, and with it swift-argument-parser and all else.",
      enabledTraits: ["SQLite", "Observability"]
    ),
    .trait(
      name: "SQLite",
      description: "Builds persistent resources in a SQLite file, and with them GRDB."
    ),
    .trait(
      name: "Observability",
      description: "Builds logs, metrics and traces of opens, and with them their packages."
    ),
    .trait(
      name: "Inspector",
      description: "Builds the inspector in the browser, and with it SwiftNIO."
    ),
    .trait(
      name: "LinkService",
      description: "Builds the service that resolves links over HTTP, and with it SwiftNIO."
    ),
    .trait(
      name: "Releases",
      description: "Builds signed releases of scripts: swift-crypto and async-http-client."
    ),
    .trait(
      name: "NATS",
      description:
        "Builds news and census of many hosts over NATS, and links the system's libnats.",
      enabledTraits: ["Releases"]
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.90.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
  ],
  targets: [
    // The rules of text for all layers.
    .target(name: "TextTools", swiftSettings: strict),
    // JSON, and messages in it over streams and sockets.
    .target(name: "MessageStream", dependencies: ["TextTools"], swiftSettings: strict),
    // The meaning of locations and patterns, and the table of many patterns.
    .target(name: "RoutePatterns", dependencies: ["TextTools"], swiftSettings: strict),
    // The core: router, decisions, stage. Independent of Lua.
    .target(
      name: "Moonroute",
      dependencies: ["RoutePatterns", "TextTools"],
      swiftSettings: strict
    ),
    // The stage over UIKit. Empty without UIKit.
    .target(
      name: "UIKitStage",
      dependencies: ["Moonroute"],
      exclude: ["README.md"],
      swiftSettings: strict
    ),
    // The stage over SwiftUI. Without SwiftUI, only the model.
    .target(
      name: "SwiftUIStage",
      dependencies: ["Moonroute"],
      exclude: ["README.md"],
      swiftSettings: strict
    ),
    // Logs, metrics and traces of opens. Without the trait, only for Apple's systems.
    .target(
      name: "RouterObservability",
      dependencies: [
        "Moonroute", "RoutePatterns",
        .product(
          name: "Logging",
          package: "swift-log",
          condition: .when(traits: ["Observability"])
        ),
        .product(
          name: "Metrics",
          package: "swift-metrics",
          condition: .when(traits: ["Observability"])
        ),
        .product(
          name: "Tracing",
          package: "swift-distributed-tracing",
          condition: .when(traits: ["Observability"])
        ),
      ],
      swiftSettings: strict
    ),
    // Persistent resources in one SQLite file. Empty without the trait.
    .target(
      name: "SQLiteResources",
      dependencies: [
        "Moonroute",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ],
      swiftSettings: strict
    ),
    // Scripts as text: tokens, tree, scopes. Any bytes give a tree.
    .target(name: "LuaSyntax", swiftSettings: strict),
    // Lua 5.4: the system's, as compiler and linker flags, or built from source. Its module map
    // declares nothing.
    lua,
    // The C wrapper of Lua, with functions that can never raise.
    .target(
      name: "CLua",
      dependencies: ["CLuaSystem"],
      path: "CLua",
      exclude: ["system"],
      publicHeadersPath: "include",
      cSettings: strictC
    ),
    // One Lua state as a safe Swift value.
    .target(
      name: "LuaRuntime",
      dependencies: ["CLua", "LuaSyntax", "TextTools"],
      swiftSettings: strict
    ),
    // The bytes of the folder `scripts`, of the documentation articles, and, with the trait, of the
    // folder `page`. `#embed` needs a newer C standard than the compiler's default.
    .target(
      name: "EmbeddedBytes",
      cSettings: strictC + [
        .disableWarning("c23-extensions"),
        .define("INSPECTOR", to: "1", .when(traits: ["Inspector"])),
      ]
    ),
    // The files in the product, by path.
    .target(name: "EmbeddedFiles", dependencies: ["EmbeddedBytes"], swiftSettings: strict),
    // The book of the articles and the editor's definitions.
    .target(
      name: "Book",
      dependencies: ["EmbeddedFiles", "TextTools"],
      swiftSettings: strict
    ),
    // An application of scripts.
    .target(
      name: "ScriptHost",
      dependencies: [
        "Moonroute", "RoutePatterns", "LuaRuntime", "LuaSyntax", "MessageStream", "EmbeddedFiles",
        "TextTools",
      ],
      swiftSettings: strict
    ),
    // Diagnostics from a syntax tree and a loaded application.
    .target(
      name: "ScriptAnalysis",
      dependencies: [
        "ScriptReports", "LuaSyntax", "ScriptHost", "MessageStream", "Moonroute", "RoutePatterns",
        "EmbeddedFiles", "TextTools",
      ],
      swiftSettings: strict
    ),
    // JSON and terminal output for tables, matches and outcomes, and the head of HTML reports.
    .target(
      name: "ScriptReports",
      dependencies: [
        "ScriptHost", "MessageStream", "Moonroute", "RoutePatterns", "EmbeddedFiles", "TextTools",
      ],
      swiftSettings: strict
    ),
    // The files with which Apple's and Google's systems decide whether a link opens an app.
    .target(
      name: "LinkFiles",
      dependencies: ["MessageStream", "Moonroute", "RoutePatterns", "TextTools"],
      swiftSettings: strict
    ),
    // Script applications on a virtual clock, and journeys as text.
    .target(
      name: "Rehearsal",
      dependencies: [
        "ScriptReports", "ScriptHost", "MessageStream", "Moonroute", "LuaSyntax", "TextTools",
      ],
      swiftSettings: strict
    ),
    // Runs the specs of scripts without a user interface.
    .target(
      name: "ScriptTesting",
      dependencies: [
        "Rehearsal", "ScriptReports", "ScriptHost", "MessageStream", "Moonroute", "RoutePatterns",
        "LuaRuntime",
        "LuaSyntax", "EmbeddedFiles", "TextTools",
      ],
      swiftSettings: strict
    ),
    // Checks of rules by rehearsal.
    .target(
      name: "RuleProof",
      dependencies: [
        "ScriptTesting", "Rehearsal", "ScriptAnalysis", "ScriptReports", "ScriptHost", "LinkFiles",
        "MessageStream",
        "Moonroute", "RoutePatterns", "LuaSyntax", "TextTools",
      ],
      swiftSettings: strict
    ),
    // The language server: the protocol for ScriptAnalysis.
    .target(
      name: "EditorServer",
      dependencies: [
        "ScriptAnalysis", "ScriptReports", "ScriptHost", "MessageStream", "Moonroute",
        "RoutePatterns", "TextTools",
      ],
      swiftSettings: strict
    ),
    // A line editor from keys to screen output, independent of a terminal.
    .target(name: "LineEditing", dependencies: ["TextTools"], swiftSettings: strict),
    // The Debug Adapter Protocol for the scripts of a host.
    .target(
      name: "ScriptDebugging",
      dependencies: ["ScriptHost", "LuaRuntime", "MessageStream", "Moonroute", "TextTools"],
      swiftSettings: strict
    ),
    // The format gzip, by the system's zlib. Empty without the trait.
    .target(
      name: "GzipBytes",
      cSettings: strictC + [.define("INSPECTOR", to: "1", .when(traits: ["Inspector"]))],
      linkerSettings: [.linkedLibrary("z", .when(traits: ["Inspector"]))]
    ),
    // Pages and JSON for a browser on the same machine. Empty without the trait.
    .target(
      name: "LoopbackServer",
      dependencies: ["GzipBytes", "MessageStream", "TextTools"]
        + ["NIOCore", "NIOPosix", "NIOHTTP1"]
        .map { name in
          .product(name: name, package: "swift-nio", condition: .when(traits: ["Inspector"]))
        },
      swiftSettings: strict
    ),
    // Links resolved over HTTP by the rules of scripts. Empty without the trait.
    .target(
      name: "LinkService",
      dependencies: [
        "LinkFiles", "ScriptReports", "ScriptHost", "MessageStream", "Moonroute", "RoutePatterns",
        "TextTools",
      ]
        + ["NIOCore", "NIOPosix", "NIOHTTP1"]
        .map { name in
          .product(name: name, package: "swift-nio", condition: .when(traits: ["LinkService"]))
        } + [
          .product(
            name: "Tracing",
            package: "swift-distributed-tracing",
            condition: .when(traits: ["Observability"])
          )
        ],
      swiftSettings: strict
    ),
    // Keys, signed metadata (TUF) and the client that follows it. Empty without the trait.
    .target(
      name: "ReleaseTrust",
      dependencies: [
        "MessageStream", "TextTools",
        .product(
          name: "Crypto",
          package: "swift-crypto",
          condition: .when(traits: ["Releases"])
        ),
      ],
      swiftSettings: strict
    ),
    // Depots of releases, and hosts that follow them. Empty without the trait.
    .target(
      name: "ScriptReleases",
      dependencies: ["ReleaseTrust", "ScriptHost", "MessageStream", "Moonroute", "TextTools"],
      swiftSettings: strict
    ),
    // The check of a release by its smoke specs. Empty without the trait.
    .target(
      name: "ReleaseSpecs",
      dependencies: ["ScriptReleases", "ScriptTesting", "ScriptHost"],
      swiftSettings: strict
    ),
    // Depots on web servers. Empty without the trait.
    .target(
      name: "ReleaseHTTP",
      dependencies: [
        "ScriptReleases",
        .product(
          name: "AsyncHTTPClient",
          package: "async-http-client",
          condition: .when(traits: ["Releases"])
        ),
      ]
        + ["NIOCore", "NIOHTTP1"]
        .map { name in
          .product(name: name, package: "swift-nio", condition: .when(traits: ["Releases"]))
        },
      swiftSettings: strict
    ),
    // News and census of many hosts, over any transport. Empty without the trait.
    .target(
      name: "Fleet",
      dependencies: [
        "ScriptReleases", "ReleaseTrust", "ScriptHost", "MessageStream", "Moonroute",
        "RoutePatterns", "TextTools",
      ],
      swiftSettings: strict
    ),
    // The client library of NATS. Nothing looks for it without the trait.
    .systemLibrary(
      name: "CNATS",
      pkgConfig: "libnats",
      providers: [.apt(["libnats-dev"]), .brew(["cnats"])]
    ),
    // A fleet over NATS. Empty without the trait.
    .target(
      name: "NATSFleet",
      dependencies: ["Fleet", .target(name: "CNATS", condition: .when(traits: ["NATS"]))],
      swiftSettings: strict
    ),
    // The inspector: applications with a record of their acts, and the wire. Empty without the trait.
    .target(
      name: "Inspector",
      dependencies: [
        "LoopbackServer", "EmbeddedFiles", "RuleProof", "ScriptTesting", "Rehearsal",
        "ScriptAnalysis",
        "ScriptReports", "ScriptHost", "MessageStream", "Moonroute", "RoutePatterns", "TextTools",
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "MoonrouteCommand",
      dependencies: [
        "Inspector", "LinkService", "LoopbackServer", "NATSFleet", "Fleet", "ReleaseHTTP",
        "ReleaseSpecs", "ScriptReleases", "ReleaseTrust",
        "RuleProof", "LinkFiles", "ScriptTesting",
        "Rehearsal",
        "ScriptDebugging",
        "EditorServer", "ScriptAnalysis", "ScriptReports", "ScriptHost", "SQLiteResources",
        "MessageStream",
        "Moonroute", "RoutePatterns",
        "LuaRuntime", "LuaSyntax", "LineEditing", "EmbeddedFiles", "Book", "TextTools",
        .product(
          name: "ArgumentParser",
          package: "swift-argument-parser",
          condition: .when(traits: ["Command"])
        ),
      ],
      swiftSettings: strict
    ),
    // Baselines for measurements, in C.
    .target(name: "BenchmarkBaselines", dependencies: ["CLuaSystem"], cSettings: strictC),
    .executableTarget(
      name: "RouterBenchmarks",
      dependencies: [
        "BenchmarkBaselines", "RoutePatterns", "Moonroute", "LuaRuntime", "ScriptHost",
        "RuleProof", "Rehearsal", "LuaSyntax", "ScriptAnalysis", "ScriptReports", "EditorServer",
        "ScriptDebugging", "ReleaseTrust", "ScriptReleases", "TestSupport",
        "MessageStream", "TextTools",
      ]
        + ["NIOCore", "NIOPosix", "NIOHTTP1"]
        .map { name in
          .product(name: name, package: "swift-nio", condition: .when(traits: ["LinkService"]))
        },
      swiftSettings: strict
    ),
    // Draws the pictures of the documentation, and finishes its site. Not a product.
    .executableTarget(
      name: "SiteBuilder",
      dependencies: ["Moonroute", "RoutePatterns"],
      exclude: ["Site/front.html", "Site/paint.js", "Site/search.js", "Site/theme-settings.json"],
      swiftSettings: strict
    ),
    .testTarget(name: "TextToolsTests", dependencies: ["TextTools"], swiftSettings: strict),
    // Shared code of test targets: test scale, seeds, child processes, clients for HTTP and
    // debuggers. Not a product.
    .target(
      name: "TestSupport",
      dependencies: ["MessageStream"],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    // Fuzzers: each makes cases from seeds, runs them, and reports failures. Not a product.
    .executableTarget(
      name: "Fuzzers",
      dependencies: [
        "ReleaseTrust", "ScriptTesting", "ScriptHost", "MessageStream", "Moonroute",
        "RoutePatterns", "LuaRuntime", "TextTools", "TestSupport",
      ],
      path: "Tests/Fuzzers",
      exclude: ["Calls/random_caller.lua"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "MessageStreamTests",
      dependencies: ["MessageStream", "TextTools", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RoutePatternsTests",
      dependencies: ["RoutePatterns", "TextTools", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "MoonrouteTests",
      dependencies: ["Moonroute", "RoutePatterns", "TextTools", "TestSupport"],
      swiftSettings: strict
    ),
    // Compiles the stage over UIKit against a substitute, and runs it.
    .testTarget(
      name: "UIKitStageTests",
      dependencies: ["Moonroute", "UIKitStage", "TestSupport"],
      exclude: ["StandIn"],
      swiftSettings: strict
    ),
    // Runs the model of the stage over SwiftUI, and compiles the rest against a substitute.
    .testTarget(
      name: "SwiftUIStageTests",
      dependencies: ["Moonroute", "SwiftUIStage", "TestSupport"],
      exclude: ["StandIn"],
      swiftSettings: strict
    ),
    // Empty without the trait.
    .testTarget(
      name: "RouterObservabilityTests",
      dependencies: [
        "RouterObservability", "Moonroute", "RoutePatterns",
        .product(
          name: "InMemoryTracing",
          package: "swift-distributed-tracing",
          condition: .when(traits: ["Observability"])
        ),
        .product(
          name: "MetricsTestKit",
          package: "swift-metrics",
          condition: .when(traits: ["Observability"])
        ),
        .product(
          name: "Logging",
          package: "swift-log",
          condition: .when(traits: ["Observability"])
        ),
      ],
      exclude: ["StandIn"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SQLiteResourcesTests",
      dependencies: ["SQLiteResources", "Moonroute", "TestSupport"],
      swiftSettings: strict
    ),
    // Each row of the migration pages for users of another router.
    .testTarget(
      name: "MigrationTests",
      dependencies: ["ScriptHost", "Moonroute", "RoutePatterns", "TextTools", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "LineEditingTests",
      dependencies: ["LineEditing", "ScriptReports", "TextTools", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "LuaSyntaxTests",
      dependencies: ["LuaSyntax", "LuaRuntime", "TextTools", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "LuaRuntimeTests",
      dependencies: ["LuaRuntime", "TextTools", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "BookTests",
      dependencies: ["Book", "ScriptTesting", "ScriptHost"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SiteBuilderTests",
      dependencies: ["SiteBuilder"],
      swiftSettings: strict
    ),
    .testTarget(name: "EmbeddedFilesTests", dependencies: ["EmbeddedFiles"], swiftSettings: strict),
    .testTarget(
      name: "ScriptHostTests",
      dependencies: [
        "ScriptHost", "MessageStream", "Moonroute", "RoutePatterns", "LuaRuntime", "EmbeddedFiles",
        "TextTools", "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ScriptAnalysisTests",
      dependencies: [
        "ScriptAnalysis", "LuaSyntax", "ScriptHost", "MessageStream", "Moonroute", "Book",
        "EmbeddedFiles",
      ],
      exclude: ["Planted"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "EditorServerTests",
      dependencies: [
        "EditorServer", "ScriptAnalysis", "MessageStream", "Moonroute", "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ScriptReportsTests",
      dependencies: [
        "ScriptReports", "ScriptHost", "MessageStream", "Moonroute", "RoutePatterns",
        "EmbeddedFiles",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "LinkFilesTests",
      dependencies: [
        "LinkFiles", "MessageStream", "Moonroute", "RoutePatterns", "TextTools", "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ScriptTestingTests",
      dependencies: [
        "ScriptTesting", "ScriptHost", "Moonroute", "LuaRuntime", "TextTools",
        "TestSupport",
      ],
      exclude: ["Failures", "Fixtures"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ScriptDebuggingTests",
      dependencies: [
        "ScriptDebugging", "ScriptHost", "LuaRuntime", "MessageStream", "Moonroute", "TextTools",
        "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "LoopbackServerTests",
      dependencies: ["LoopbackServer", "MessageStream", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "LinkServiceTests",
      dependencies: [
        "LinkService", "LinkFiles", "RouterObservability", "ScriptReports", "ScriptHost",
        "MessageStream", "Moonroute", "TestSupport",
      ]
        + ["NIOPosix", "NIOHTTP1"]
        .map { name in
          .product(name: name, package: "swift-nio", condition: .when(traits: ["LinkService"]))
        }
        + ["InMemoryTracing", "Tracing"]
        .map { name in
          .product(
            name: name,
            package: "swift-distributed-tracing",
            condition: .when(traits: ["Observability"])
          )
        } + [
          .product(
            name: "Logging",
            package: "swift-log",
            condition: .when(traits: ["Observability"])
          )
        ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ReleaseTrustTests",
      dependencies: ["ReleaseTrust", "MessageStream", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ScriptReleasesTests",
      dependencies: [
        "NATSFleet", "Fleet", "ScriptReleases", "ReleaseHTTP", "ReleaseSpecs", "ReleaseTrust",
        "ScriptHost", "MessageStream", "Moonroute", "RoutePatterns", "TextTools", "TestSupport",
      ],
      exclude: ["Fleet/Credentials"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RuleProofTests",
      dependencies: [
        "RuleProof", "ScriptTesting", "Rehearsal", "ScriptReports", "ScriptHost", "MessageStream",
        "Moonroute", "RoutePatterns", "LuaSyntax", "TextTools", "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "InspectorTests",
      dependencies: [
        "Inspector", "EmbeddedFiles", "LoopbackServer", "RuleProof", "ScriptTesting",
        "Rehearsal", "ScriptReports", "ScriptHost", "MessageStream", "Moonroute", "RoutePatterns",
        "TextTools",
        "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "FuzzersTests",
      dependencies: ["Fuzzers", "TextTools", "TestSupport"],
      exclude: ["Cases"],
      swiftSettings: strict
    ),
    // The Swift code of the guides, compiled and run as a user's program; the pages are compared
    // with it.
    .testTarget(
      name: "GuideTests",
      dependencies: [
        "Book", "Inspector", "LinkService", "NATSFleet", "Fleet", "ReleaseHTTP", "ReleaseSpecs",
        "ReleaseTrust", "ScriptReleases",
        "ScriptDebugging", "ScriptTesting", "ScriptHost", "SQLiteResources", "RouterObservability",
        "SwiftUIStage", "Moonroute", "RoutePatterns",
        .product(
          name: "Logging",
          package: "swift-log",
          condition: .when(traits: ["Observability"])
        ),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]
    ),
    // Rules for the repository's files: rooms, words, and the pages that name them.
    .testTarget(
      name: "ProjectTests",
      dependencies: ["TestSupport"],
      swiftSettings: strict
    ),
    // Runs the built command as users do. Without the trait, only checks that it refuses.
    .testTarget(
      name: "MoonrouteCommandTests",
      dependencies: [
        "MoonrouteCommand", "Fleet", "ReleaseHTTP", "ScriptReleases", "ScriptHost", "ScriptTesting",
        "ScriptReports", "LineEditing", "MessageStream", "Moonroute", "TestSupport",
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict
    ),
    // Runs the scripts of `.ci` on incomplete machines and copies.
    .testTarget(
      name: "ContinuousIntegrationTests",
      dependencies: ["TestSupport"],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)

// `make test-optimized` builds the tests of the runtime only.
if let names = Context.environment["MOONROUTE_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// Optimized code releases objects earlier and reveals some mistakes. Its tests need no optimization,
// which would take most of the build.
if Context.environment["MOONROUTE_OPTIMIZED"] != nil {
  let optimized = [
    "TextTools", "RoutePatterns", "Moonroute", "LuaRuntime", "ScriptHost",
    // The tests spend much time in these.
    "MessageStream", "LuaSyntax", "Book", "Rehearsal",
  ]
  for target in package.targets where optimized.contains(target.name) {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [
        .unsafeFlags(["-O", "-whole-module-optimization", "-assert-config", "Debug"])
      ]
  }
  for target in package.targets where target.name == "CLua" {
    target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-O2"])]
  }
}
