import Testing

@testable import LinkFiles

struct AndroidFileTests {
  private static func file(_ components: String?) -> String {
    let rules = components.map {
      """
      , "relation_extensions": { "delegate_permission/common.handle_all_urls":
        { "dynamic_app_link_components": \($0) } }
      """
    }
    return """
      [{ "relation": ["delegate_permission/common.handle_all_urls"],
        "target": { "namespace": "android_app", "package_name": "com.example",
          "sha256_cert_fingerprints": ["14:6D"] }\(rules ?? "") }]
      """
  }

  private static func decision(
    _ text: String,
    _ link: String,
    manifest: String? = nil
  ) -> LinkDecision {
    AndroidMatcher(
      AndroidLinkFile(reading: Array(text.utf8)),
      manifest: manifest.map { AndroidManifest(reading: Array($0.utf8), name: "m") },
      apps: []
    )
    .decision(about: WebLink(link))
  }

  @Test(arguments: [
    (#"[{ "/": "/path1/*", "exclude": true }, { "/": "*" }]"#, "/path1/x", false),
    (#"[{ "/": "/path1/*", "exclude": true }, { "/": "*" }]"#, "/x", true),
    (#"[{ "/": "*", "exclude": true }]"#, "/x", false), (#"[]"#, "/x", false),
    (##"[{ "#": "no_app", "exclude": true }, { "/": "/*" }]"##, "/x#no_app", false),
    (##"[{ "#": "no_app", "exclude": true }, { "/": "/*" }]"##, "/x", true),
    (##"[{ "#": "*" }]"##, "/x", false), (##"[{ "#": "*" }]"##, "/x#", true),
    (#"[{ "?": { "type": "c" } }]"#, "/v?a=1&type=c", true),
    (#"[{ "?": { "type": "c" } }]"#, "/v?type=cd", false),
    (#"[{ "?": { "type": "c" } }]"#, "/v?a=1;type=c", true),
    (#"[{ "?": { "type": "?*" } }]"#, "/v?type=", false),
    (#"[{ "?": { "a": "*" } }]"#, "/v", false),
    (#"[{ "?": { "a": "x y" } }]"#, "/v?a=x%20y", true), (#"[{ "/": "/ü" }]"#, "/%C3%BC", true),
    (#"[{ "/": "/a", "?": { "b": "1" } }]"#, "/a", false),
    (#"[{ "exclude": false }]"#, "/a", false),
    (#"[{ "/": "/$(lang)" }]"#, "/de", false),
  ])
  func `the first component that matches decides`(components: String, path: String, opens: Bool) {
    let decision = Self.decision(Self.file(components), "https://h\(path)")
    #expect(decision.answer == (opens ? .opens : .stays), "\(decision)")
  }

  @Test func `without a list, the app opens everything that the manifest claims`() {
    let decision = Self.decision(Self.file(nil), "https://h/x")
    #expect(decision.answer == .opens)
    #expect(decision.reason == "the file has no list of components")
  }

  private static func manifest(_ data: String) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <manifest xmlns:android="http://schemas.android.com/apk/res/android">
      <!-- <intent-filter> <data android:scheme="https" android:host="no"/> -->
      <activity android:name=".A"><intent-filter android:autoVerify='true'>
        <action android:name="android.intent.action.VIEW" />
        <category android:name="android.intent.category.DEFAULT"/>
        <category android:name="android.intent.category.BROWSABLE"/>
        <data android:scheme="https" /><data android:host="*.example.com" />
        \(data)
      </intent-filter></activity>
      <activity><intent-filter><action android:name="android.intent.action.MAIN"/>
      </intent-filter></activity>
    </manifest>
    """
  }

  @Test(arguments: [
    ("", "https://a.example.com/x", LinkDecision.Answer.opens), ("", "https://other/x", .stays),
    ("", "http://a.example.com/x", .stays),
    (#"<data android:pathPrefix="/buy"/>"#, "https://a.example.com/buyer", .opens),
    (#"<data android:pathPrefix="/buy"/>"#, "https://a.example.com/x", .stays),
    (#"<data android:path="/a&amp;b"/>"#, "https://a.example.com/a&b", .opens),
    (#"<data android:pathSuffix=".html"/>"#, "https://a.example.com/x.html", .opens),
    (#"<data android:pathPattern="/a/.*/b"/>"#, "https://a.example.com/a/x/b", .opens),
    (#"<data android:pathPattern="/a/.*/b"/>"#, "https://a.example.com/a/x/y/b", .stays),
    (#"<data android:pathPattern="/a.*\\.html"/>"#, "https://a.example.com/ax.html", .opens),
    (#"<data android:pathPattern="/ab*c"/>"#, "https://a.example.com/abbbc", .opens),
    (#"<data android:pathAdvancedPattern="/[a-z]+"/>"#, "https://a.example.com/x", .unclear),
  ])
  func `the manifest limits the links`(data: String, link: String, answer: LinkDecision.Answer) {
    let decision = Self.decision(
      Self.file(#"[{ "/": "*" }]"#),
      link,
      manifest: Self.manifest(data)
    )
    #expect(decision.answer == answer, "\(decision)")
  }

  @Test(arguments: [
    ("{}", "f: 'the file' is missing or is not a list.", "the file is invalid"),
    (
      "[]",
      """
      f: no statement lets an Android app open links. Give one the relation \
      'delegate_permission/common.handle_all_urls' and a target of the namespace 'android_app'.
      """, "the file does not name the app"
    ),
    (
      file(#"[{ "/": "" }]"#),
      "f: components[0] has an empty pattern for '/', which makes the whole file invalid.",
      "the file is invalid"
    ),
    (
      file(#"[{}]"#),
      #"f: components[0] has no pattern, so it never matches. Write { "/": "*" }."#,
      "no component matches"
    ),
    (
      file(#"[{ "?": "a=b" }]"#), #"f: 'components[0]["?"]' is missing or is not an object."#,
      "no component matches"
    ),
    (file("3"), "f: 'components' is missing or is not a list.", "no component matches"),
    (
      file("[]").replacing(#""com.example""#, with: "3"),
      "f: 'target.package_name' is missing or is not a text.", "the file does not name the app"
    ),
    (
      file("[]").replacing(#"["14:6D"]"#, with: "3"),
      "f: 'target.sha256_cert_fingerprints' is missing or is not a list of texts.",
      "no component matches"
    ),
  ])
  func `a broken file is explained`(text: String, problem: String, reason: String) {
    let file = AndroidLinkFile(reading: Array(text.utf8), name: "f")
    #expect(file.problems.map(\.description).first == problem)
    let decision = AndroidMatcher(file, manifest: nil, apps: [])
      .decision(about: WebLink("https://h/b"))
    #expect(decision == .stays(reason))
  }

  @Test func `a manifest without a filter for web links is a problem`() {
    let manifest = AndroidManifest(reading: Array("<manifest><a b=<".utf8), name: "m")
    #expect(
      manifest.problems.map(\.description) == [
        "m: it has no <intent-filter> that opens web links. Name a text manifest, not the binary "
          + "one of an APK."
      ]
    )
  }
}
