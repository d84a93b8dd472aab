import Testing

@testable import SiteBuilder

struct TerminalPictureTests {
  @Test func `colours use the palette, and text stays unchanged`() {
    let picture = TerminalPicture("\u{1B}[32m✓\u{1B}[0m \u{1B}[1m/sum\u{1B}[0m\n  <a & b>")
    #expect(picture.plainLines == ["✓ /sum", "  <a & b>"])
    let svg = picture.svg(.dark)
    #expect(svg.contains("<tspan fill=\"\(Palette.dark[.good])\">✓</tspan>"))
    #expect(svg.contains("font-weight=\"600\">/sum</tspan>"))
    #expect(svg.contains("  &lt;a &amp; b&gt;"))
  }

  @Test func `the script of the session is the first one of the README`() throws {
    #expect(try ReadmeSession.script(of: "x\n```lua\na = 1\n```\n```lua\nb\n```") == "a = 1\n")
    #expect(throws: SiteError.self) { try ReadmeSession.script(of: "nothing here") }
  }
}
