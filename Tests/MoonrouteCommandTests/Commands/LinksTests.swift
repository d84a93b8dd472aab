#if Command
import Foundation
import Testing

@testable import MessageStream

struct LinksTests {
  private static let shop = Place.root.appendingPathComponent("examples/shop").path
  private static let fingerprint = (0..<32).map { _ in "AB" }.joined(separator: ":")

  private static let main = """
    router.configure { hosts = { "shop.example" } }
    router.route { name = "home", path = "/", view = "Home" }
    router.route { name = "user", path = "/user/:id<int>", view = "User" }
    router.route { name = "terms", path = "/terms", view = "Terms", meta = { links = false } }
    """

  /// The output for both apps.
  private static let printed = """
    .well-known/apple-app-site-association  for shop.example
    {
      "applinks": {
        "details": [
          {
            "appIDs": ["TEAM123456.com.example"],
            "components": [
              {"/":"/terms","exclude":true},
              {"/":"/terms/","exclude":true},
              {"/":"//?*","exclude":true},
              {"/":"/?*//*","exclude":true},
              {"/":"/?*/?*/?*","exclude":true},
              {"/":"/user/?*"},
              {"/":"/user/?*/"},
              {"/":"/"}
            ]
          }
        ]
      }
    }

    .well-known/assetlinks.json  for shop.example
    [
      {
        "relation": ["delegate_permission/common.handle_all_urls"],
        "target": {
          "namespace": "android_app",
          "package_name": "com.example",
          "sha256_cert_fingerprints": ["\(Self.fingerprint)"]
        },
        "relation_extensions": {
          "delegate_permission/common.handle_all_urls": {
            "dynamic_app_link_components": [
              {"/":"/terms","exclude":true},
              {"/":"/terms/","exclude":true},
              {"/":"//?*","exclude":true},
              {"/":"/?*//*","exclude":true},
              {"/":"/?*/?*//*","exclude":true},
              {"/":"/?*/?*/?*","exclude":true},
              {"/":"/user/?*"},
              {"/":"/user/?*/"},
              {"/":"/"}
            ]
          }
        }
      }
    ]

    AndroidManifest.xml  put this into the activity
    <intent-filter android:autoVerify="true">
      <action android:name="android.intent.action.VIEW" />
      <category android:name="android.intent.category.DEFAULT" />
      <category android:name="android.intent.category.BROWSABLE" />
      <data android:scheme="https" />
      <data android:host="shop.example" />
      <data android:path="/" />
      <data android:pathPrefix="/user" />
    </intent-filter>

    Links that the files and the table treat differently

      https://shop.example/user/x  apple and android would open the app, but no route matches
      and 4 more links: --all shows them

    warning: '/user/:id<int>': the systems do not know types and constraints, so
    they also open the app for other values of 'id'. [typed_parameter]

    """

  @Test func `the files and their differences are printed`() async throws {
    let run = try await CommandRun.files(
      [
        "links", "--apple", "TEAM123456.com.example", "--android",
        "com.example=\(Self.fingerprint)",
      ],
      ["main.lua": Self.main]
    )
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.output == Self.printed)
  }

  @Test func `hostile links and files stay on their lines`() async throws {
    let apple = #"""
      { "applinks": { "details": [{ "appIDs": ["A.b"], "components": [
        { "/": "/\u001b[2J\n::error::x" }, { "/": "/$(\u202e)" }] }] } }
      """#
    let run = try await CommandRun.files(
      ["links", "--check", "--apple-file", "f", ".", "/a\u{1B}[2J", "::error::x"],
      ["main.lua": Self.main, "f": apple]
    )
    #expect(run.status == 0)
    #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{202E}"))
    #expect(!run.lines.contains { $0.hasPrefix("::") }, "\(run.output)")
  }

  @Test func `a link is explained for each system`() async throws {
    let run = try await CommandRun.files(
      [
        "links", "--check", "https://shop.example/user/7", "https://shop.example/user/x",
        "https://shop.example/terms", "https://other.example/", "shop://user/7",
      ],
      ["main.lua": Self.main]
    )
    #expect(run.status == 1)
    #expect(
      run.output == """
        https://shop.example/user/7
          apple    opens the app    components[5] "/user/?*"
          android  opens the app    components[6] "/user/?*"
          table    user             /user/:id<int>
        https://shop.example/user/x
          apple    opens the app    components[5] "/user/?*"     ✗ no route in the table matches
          android  opens the app    components[6] "/user/?*"     ✗ no route in the table matches
          table    no route
        https://shop.example/terms
          apple    does not open    components[0] "/terms"
          android  does not open    components[0] "/terms"
          table    terms            /terms  meta.links = false
        https://other.example/
          apple    does not open    the files are for other hosts
          android  does not open    the files are for other hosts
          table    no route
        shop://user/7
          apple    does not open    not a web link
          android  does not open    not a web link
          table    user             /user/:id<int>
        5 links: 1 differ

        """
    )
  }

  @Test func `the settings name hosts and apps, and the files go into a folder`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write([
      "main.lua": Self.main,
      ".moonroute.json": """
      { "links": { "hosts": ["shop.example"], "apple": ["TEAM123456.com.example"],
        "android": { "com.example": ["\(Self.fingerprint.lowercased())"] } } }
      """,
    ])
    let run = try await CommandRun.moonroute(["links", "-o", "public"], in: scratch.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.lines.prefix(3) == [
        "public/.well-known/apple-app-site-association  serve it on shop.example",
        "public/.well-known/assetlinks.json  serve it on shop.example",
        "public/intent-filter.xml  put it into the activity",
      ]
    )
    for file in ["apple-app-site-association", "assetlinks.json"] {
      let text = try String(
        contentsOf: scratch["public/.well-known/\(file)"],
        encoding: .utf8
      )
      _ = try JSON(reading: text)
    }
    // The written files agree with the table as other files.
    let check = try await CommandRun.moonroute(
      [
        "links", "--check", "--apple-file", "public/.well-known/apple-app-site-association",
        "--android-file", "public/.well-known/assetlinks.json", ".", "/user/7", "/", "/terms",
      ],
      in: scratch.folder
    )
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func `links from standard input are explained if they differ`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write(["main.lua": Self.main])
    let run = try await CommandRun.moonroute(
      ["links", "--check", "-", "--json"],
      input: "/user/1\n# x\n/user/x\nhttps://shop.example/\n".utf8,
      in: scratch.folder
    )
    #expect(run.status == 1)
    #expect(
      run.lines == [
        #"{"link":"/user/x","apple":{"opens":true,"component":"components[5]","#
          + #""pattern":"\"/user/?*\"","reason":null},"android":{"opens":true,"#
          + #""component":"components[6]","pattern":"\"/user/?*\"","reason":null},"#
          + #""table":{"opens":false,"route":null,"pattern":null},"agrees":false}"#,
        #"{"summary":{"links":3,"different":1,"unclear":0}}"#,
      ]
    )
  }

  @Test func `a broken file of others is explained`() async throws {
    let run = try await CommandRun.files(
      ["links", "--check", "--apple-file", "a", "--android-file", "b", ".", "/"],
      ["main.lua": Self.main, "a": "<html>", "b": "{}"]
    )
    #expect(run.status == 1)
    #expect(
      run.output == """
        /
          apple    does not open    the file is invalid     ✗ a route in the table matches
          android  does not open    the file is invalid     ✗ a route in the table matches
          table    home             /
        problem: a: invalid JSON: expected a value at byte 1. Devices ignore the file.
        problem: b: 'the file' is missing or is not a list.

        """
    )
  }

  @Test(arguments: [
    (
      [],
      "Error: No app is named. Give --apple TEAM.BUNDLE or --android PACKAGE=SHA256, or write "
        + "\"links\" into .moonroute.json. Try the links without an app: moonroute links --check"
    ),
    (
      ["--apple", "com.example"],
      "Error: 'com.example' is not an Apple app ID. Write the team and the bundle, such as "
        + "TEAM123456.com.example.shop."
    ),
    (
      ["--android", "example=x"],
      "Error: 'example' is not an Android package. Write a name such as com.example.shop."
    ),
    (
      ["--android", "com.example"],
      "Error: '' is not a SHA-256 fingerprint. Write 32 pairs of hexadecimal digits with ':' "
        + "between them, as 'keytool -list -v' prints them."
    ),
    (
      ["--host", "a b"], "Error: 'a b' is not a host. Write \"example.com\" or \"*.example.com\"."
    ),
    (
      ["/user/7"],
      "Error: '/user/7' is not an application. To explain links, add --check."
    ),
    (
      ["--check", "-o", "x"], "Error: --check writes no files. Leave out --check or --output."
    ),
    (
      ["--manifest", "x"],
      "Error: --apple-file, --android-file and --manifest are for --check. Add it."
    ),
    (
      ["--check", "--apple-file", "nowhere"],
      "moonroute: cannot read 'nowhere': No such file or directory"
    ),
  ])
  func `wrong usage is explained`(arguments: [String], message: String) async throws {
    let run = try await CommandRun.files(["links"] + arguments, ["main.lua": Self.main])
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix(message), "\(run.errors)")
  }

  @Test(arguments: [
    ("3", "'links' in 'links' is not an object."),
    (#"{ "host": [] }"#, "'links' has no field 'host'. Did you mean 'hosts'?"),
    (#"{ "hosts": "a" }"#, "'hosts' in 'links' is not a list of texts."),
    (#"{ "android": [] }"#, "'android' in 'links' is not an object of packages."),
  ])
  func `wrong settings are explained`(links: String, message: String) async throws {
    let run = try await CommandRun.files(
      ["links"],
      ["main.lua": Self.main, ".moonroute.json": "{ \"links\": \(links) }"]
    )
    #expect(run.status == 2)
    #expect(run.errors.contains("/.moonroute.json: \(message)"), "\(run.errors)")
  }

  @Test func `audit opens an example of each claim`() async throws {
    let apple = """
      { "applinks": { "details": [{ "appIDs": ["A.b"], "components": [
        { "/": "/user/*" }, { "/": "/gone/*", "?": { "q": "?*" } },
        { "/": "/terms", "exclude": true }] }] } }
      """
    let run = try await CommandRun.files(
      ["audit", ".", "apple-app-site-association"],
      ["main.lua": Self.main, "apple-app-site-association": apple]
    )
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("2 links; 1 line has none\n"), "\(run.output)")
    #expect(run.output.contains("  1  not found        /gone/1?q=1\n"), "\(run.output)")
    let android = """
      [{ "relation": ["delegate_permission/common.handle_all_urls"],
        "target": { "namespace": "android_app", "package_name": "a.b" },
        "relation_extensions": { "delegate_permission/common.handle_all_urls": {
          "dynamic_app_link_components": [{ "/": "/user/?*" }] } } }]
      """
    let second = try await CommandRun.files(
      ["audit", ".", "links", "--match"],
      ["main.lua": Self.main, "links": android]
    )
    #expect(second.output.contains("  1  matched  user  /user/1\n"), "\(second.output)")
    let broken = try await CommandRun.files(
      ["audit", ".", "assetlinks.json"],
      ["main.lua": Self.main, "assetlinks.json": "[}"]
    )
    #expect(broken.status == 2)
    #expect(
      broken.errors
        == "moonroute: assetlinks.json: invalid JSON: expected a value at byte 2. Devices ignore "
        + "the file.\n"
    )
  }
}

extension CommandRun {
  /// Runs the command in a folder with some files.
  fileprivate static func files(
    _ arguments: [String],
    _ files: [String: String]
  ) async throws -> CommandRun {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write(files)
    return try await moonroute(arguments, in: scratch.folder)
  }
}
#endif
