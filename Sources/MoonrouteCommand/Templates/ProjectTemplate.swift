import EmbeddedFiles

/// A kind of application that `moonroute new` creates.
enum ProjectTemplate: String, CaseIterable {
  case app, tabs, embed, table

  var summary: String {
    switch self {
    case .app: "screens, a guard and a login"
    case .tabs: "tabs with a stack each, and a sheet over them"
    case .embed: "rules next to a Swift program that embeds them"
    case .table: "links that a program only matches and handles"
    }
  }

  /// A link that one of its routes matches.
  var link: String {
    switch self {
    case .app: "/product/7"
    case .tabs: "/listen/album/7"
    case .embed: "/profile/mei"
    case .table: "/orders/7"
    }
  }

  /// The texts of the files by path.
  func files(name: String) -> [(path: String, text: String)] {
    let folder = "templates/\(rawValue)/"
    let scripts = ScriptLibrary.paths.filter { $0.hasPrefix(folder) }
      .map { (String($0.dropFirst(folder.count)), ScriptLibrary.text(of: $0) ?? "") }
    let program = self == .embed ? ProgramTexts(name: name).files : []
    return scripts + program + [
      ("README.md", readme(name: name)), (".vscode/extensions.json", Self.extensions),
      (".vscode/tasks.json", Self.tasks),
    ]
  }

  private func readme(name: String) -> String {
    let looks = self == .app ? "\n| `looks.lua` | how the screens look in `moonroute serve` |" : ""
    let program =
      self == .embed
      ? """

      `Package.swift` builds the program around the rules; it looks for Moonroute in `../moonroute`, or
      in the folder that the variable `MOONROUTE` names:

      ```sh
      swift run \(ProgramTexts(name: name).target) . \(link)
      ```

      """ : ""
    return """
      # \(name)

      Links and their routes: \(summary).

      ```sh
      moonroute watch . \(link)   # keeps running, reloads on save, and opens typed links
      moonroute test              # runs the specs
      moonroute check             # finds mistakes without opening a link
      moonroute types             # writes definitions for editors
      ```

      | file | |
      | --- | --- |
      | `main.lua` | runs first |
      | `routes` | modules with routes |
      | `headless.lua` | replaces the program around the scripts |\(looks)
      | `spec` | what must hold |
      \(program)
      `moonroute help` is the book: `moonroute help first routes`, `moonroute help router.guard`.

      """
  }

  private static let extensions = """
    {
      "recommendations": ["sumneko.lua"]
    }

    """

  /// Tasks for VS Code, with links from problems to their lines.
  private static let tasks = """
    {
      "version": "2.0.0",
      "tasks": [
        {
          "label": "check",
          "type": "shell",
          "command": "moonroute check",
          "group": { "kind": "build", "isDefault": true },
          "problemMatcher": {
            "owner": "moonroute",
            "fileLocation": ["relative", "${workspaceFolder}"],
            "pattern": {
              "regexp": "^(.+?):(\\\\d+):(\\\\d+): (error|warning|note): (.*)$",
              "file": 1,
              "line": 2,
              "column": 3,
              "severity": 4,
              "message": 5
            }
          }
        },
        {
          "label": "test",
          "type": "shell",
          "command": "moonroute test",
          "group": { "kind": "test", "isDefault": true },
          "problemMatcher": []
        },
        {
          "label": "watch",
          "type": "shell",
          "command": "moonroute watch",
          "isBackground": true,
          "problemMatcher": []
        }
      ]
    }

    """
}

/// The Swift program that embeds the rules.
struct ProgramTexts {
  /// The name of its target: letters, digits and `_`.
  let target: String

  /// Creates a valid target name from any name.
  init(name: String) {
    let letters = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    let text = String(letters)
    target = text.first?.isLetter == true ? text : "app_" + text
  }

  var files: [(path: String, text: String)] {
    [
      ("Package.swift", package), ("Sources/\(target)/main.swift", Self.program),
      (".gitignore", ".build/\n"),
    ]
  }

  private var package: String {
    """
    // swift-tools-version: 6.2

    import PackageDescription

    let package = Package(
      name: "\(target)",
      platforms: [.macOS(.v15)],
      dependencies: [
        // Or its repository: .package(url: "…/moonroute", from: "…")
        .package(name: "moonroute", path: Context.environment["MOONROUTE"] ?? "../moonroute")
      ],
      targets: [
        .executableTarget(
          name: "\(target)",
          dependencies: [
            .product(name: "Moonroute", package: "moonroute"),
            .product(name: "ScriptHost", package: "moonroute"),
          ]
        )
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }

  private static let program = #"""
    import Foundation
    import Moonroute
    import ScriptHost

    // Offers views and a function to the rules of a folder, then opens links.
    let arguments = CommandLine.arguments.dropFirst()

    let rules = URL(filePath: arguments.first ?? ".")
    let options = ScriptOptions { entry in print("log: \(entry.message)") }
    let host = try ScriptHost(.folder(rules), options: options) { offers in
      offers.view("Home") { _ in Screen("Home", ["title": "Welcome"]) }
      offers.view("Profile") { state in
        Screen("Profile", ["title": .text("Profile of \(try state.text("name"))")])
      }
      offers.function("is_member") { (name: String) in ["mei", "jonas"].contains(name) }
    }

    do {
      try await host.load()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }

    for link in arguments.dropFirst() {
      let outcome = await host.router.open(link)
      print("\(link): \(outcome.status.rawValue)")
    }
    print(await host.router.tree.description)

    """#
}
