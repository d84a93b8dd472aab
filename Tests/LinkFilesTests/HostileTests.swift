import TestSupport
import TextTools
import Testing

@testable import LinkFiles

/// Files of others are untrusted: any bytes result in problems or decisions, never in a crash.
@Suite(.timeLimit(.minutes(5))) struct HostileTests {
  private static let links = [
    "https://h/buy/1", "https://h/%", "https://h/%FF%fe?a=%00&a&=;#%", "https://h/\u{202E}x",
    "https://h/" + String(repeating: "a/", count: 2_000), "https://\u{0}/", "x",
  ]

  private static let snippets = [
    "\"", "{", "}", "[", "]", ",", ":", "*", "?", "?*", "$(", ")", "$(lang)", "null", "1e999",
    "\\u0000", "\\uD800", "\"/\":", "\"exclude\":true", "\u{FEFF}", "\u{0}", "<data", "android:",
    "%", "ß",
  ]

  private static let files = [
    AppleFileTests.documented,
    """
    [{ "relation": ["delegate_permission/common.handle_all_urls"],
      "target": { "namespace": "android_app", "package_name": "a.b",
        "sha256_cert_fingerprints": ["AA"] },
      "relation_extensions": { "delegate_permission/common.handle_all_urls": {
        "dynamic_app_link_components": [{ "/": "/a/?*/b*", "?": { "c": "*d" }, "#": "e?" }] } } }]
    """,
    """
    <manifest><intent-filter><action android:name="android.intent.action.VIEW"/>
    <category android:name="android.intent.category.BROWSABLE"/><data android:scheme="https"
    android:host="*.h" android:pathPattern="/a.*b\\\\.c*"/></intent-filter></manifest>
    """,
  ]

  @Test(arguments: [1, 2, TestScale.seed] as [UInt64])
  func `changed files are read without a crash`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<TestScale.linkLists {
      var bytes = Array(Self.files[random.next(below: Self.files.count)].utf8)
      for _ in 0...random.next(below: 5) {
        let place = random.next(below: bytes.count + 1)
        switch random.next(below: 3) {
        case 0:
          bytes.insert(
            contentsOf: Self.snippets[random.next(below: Self.snippets.count)].utf8,
            at: place
          )
        case 1 where place < bytes.count: bytes[place] = UInt8(random.next(below: 256))
        default: bytes.removeSubrange(place..<min(bytes.count, place + random.next(below: 20)))
        }
      }
      let link = WebLink(Self.links[random.next(below: Self.links.count)])
      let apple = AppleLinkFile(reading: bytes)
      _ = AppleMatcher(apple, apps: []).decision(about: link)
      _ = apple.examples("1")
      let android = AndroidLinkFile(reading: bytes)
      let manifest = AndroidManifest(reading: bytes, name: "m")
      _ = AndroidMatcher(android, manifest: manifest, apps: []).decision(about: link)
      _ = android.examples("1")
      for problem in apple.problems + android.problems + manifest.problems {
        #expect(!problem.description.isEmpty)
      }
    }
  }

  @Test func `a large file is read in linear time`() {
    let rows = (0..<20_000).map { "{ \"/\": \"/section\($0)/*\" }" }.joined(separator: ",")
    let text = """
      { "applinks": { "details": [{ "appIDs": ["a"], "components": [\(rows)] }] } }
      """
    let file = AppleLinkFile(reading: Array(text.utf8))
    #expect(file.entries[0].components.count == 20_000)
    #expect(file.problems.count == 1)
  }
}
