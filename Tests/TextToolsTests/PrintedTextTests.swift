import Testing
import TextTools

/// Untrusted text cannot imitate other output in any format.
@Suite struct PrintedTextTests {
  /// Texts that a script may try, and the printed line for each.
  static let hostile: [(text: String, line: String)] = [
    ("a\nb", #"a\u{A}b"#), ("a\r\nb", #"a\u{D}\u{A}b"#), ("\u{1B}[2J", #"\u{1B}[2J"#),
    ("\u{85}\u{9B}31m", #"\u{85}\u{9B}31m"#), ("\u{7F}", #"\u{7F}"#), ("\0", #"\u{0}"#),
    ("a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#),
    ("\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}", #"\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}"#),
    ("\u{2066}\u{2067}\u{2068}\u{2069}", #"\u{2066}\u{2067}\u{2068}\u{2069}"#),
    ("\u{200E}\u{200F}\u{61C}", #"\u{200E}\u{200F}\u{61C}"#), ("\u{FEFF}", #"\u{FEFF}"#),
    ("::error file=a::b", #"\u{3A}:error file=a::b"#),
    (" \t::set-output name=a::b", #" \u{9}::set-output name=a::b"#),
    ("x ##[error]b", #"x \u{23}#[error]b"#), ("###[group]", #"#\u{23}#[group]"#),
    (String(decoding: [0x61, 0xFF, 0x62], as: UTF8.self), "a\u{FFFD}b"),
  ]

  @Test(arguments: hostile.indices)
  func `control characters and commands of build servers are escaped`(index: Int) {
    let (text, line) = Self.hostile[index]
    #expect(text.printable == line)
  }

  @Test(
    arguments: [
      "", "abc", "Größe 東京 🇩🇪", "::1", "fe80::1", "a::b", "::continue::", "#[x]", "\\u{1B}",
      "e\u{301}",
    ]
  )
  func `ordinary text stays`(text: String) {
    #expect(text.printable == (text == "::continue::" ? "\\u{3A}:continue::" : text))
  }

  @Test(arguments: PrintedForm.allCases)
  func `no format lets control characters through`(form: PrintedForm) {
    for (text, _) in Self.hostile {
      let isText = [.lines, .xml, .annotation].contains(form)
      let printed = text.printed(as: form)
      for scalar in printed.unicodeScalars where scalar.isHarmful {
        let stays = scalar == "\t" && (isText || form == .tabbedLine) || scalar == "\n" && isText
        #expect(stays, "\(form): \(printed.debugDescription)")
      }
      if form != .location { #expect(!printed.contains("##["), "\(form)") }
    }
  }

  @Test(
    arguments: [
      (PrintedForm.tap, "a # SKIP \\b", ##"a \# SKIP \\b"##),
      (.markdown, "*a* [b](c) <i>", #"\*a\* \[b\](c) &lt;i&gt;"#),
      (.dot, "\"]; x\\", #"\"]; x\\"#),
      (.dot, "\"\u{301}", "\\\"\u{301}"), (.mermaid, "\"]\u{301}#", "#34;]\u{301}#35;"),
      (.mermaid, "\"\u{301}<b>", "#34;\u{301}#60;b#62;"), (.xml, "]]>\n<a>", "]]&gt;\n&lt;a&gt;"),
      (.xmlAttribute, "\" x='\n", "&quot; x=&#39;\\u{A}"), (.annotation, "a\n::b%", "a%0A::b%25"),
      (.annotationProperty, "a,line=1::b", "a%2Cline=1%3A%3Ab"),
      (.location, "/\u{202E}a\u{1B}", "/%E2%80%AEa%1B"), (.tabbedLine, "a\tb\nc", "a\tb\\u{A}c"),
      (.code, "  ::continue::", "  ::continue::"), (.code, "::x::y\u{1B}", "::x::y\\u{1B}"),
      (.lines, "a\tb\r\n::x::y", "a\tb\n\\u{3A}:x::y"),
    ] as [(PrintedForm, String, String)]
  )
  func `each format keeps its own marks`(form: PrintedForm, text: String, printed: String) {
    #expect(text.printed(as: form) == printed)
  }
}
