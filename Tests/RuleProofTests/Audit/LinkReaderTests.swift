import TestSupport
import TextTools
import Testing

@testable import RuleProof

struct LinkReaderTests {
  /// A list, and its links.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    var column: String?
    let format: LinkFormat
    let links: [String]
    var skipped = 0

    var testDescription: String { "\(name) \(format)" }
  }

  static let cases = [
    Case(
      name: "links.txt",
      text: "\u{FEFF}/a\n\n  # not\n \t/b?x=1 \r\n#/c\n/d",
      format: .text,
      links: ["/a", "/b?x=1", "/d"]
    ),
    Case(name: "empty", text: "", format: .text, links: []),
    Case(name: "blank", text: "\n \n\n", format: .text, links: []),
    Case(
      name: "a.csv",
      text: "id,URL,count\n1,/a,3\n2,\"/b,c\",4\n3,,5\n4\n\n5,\"/say \"\"hi\"\"\",1\r\n",
      format: .csv,
      links: ["/a", "/b,c", "/say \"hi\""],
      skipped: 2
    ),
    Case(
      name: "a.csv",
      text: "note;wohin\n\"two\nlines; and more\";/a\nx;/b\n",
      column: "WOHIN",
      format: .csv,
      links: ["/a", "/b"]
    ),
    Case(name: "a.tsv", text: "7\tx://a/b\n8\t/c\n", format: .csv, links: ["x://a/b", "/c"]),
    Case(name: "a.txt", text: "n,where\n1,/a\n", column: "2", format: .csv, links: ["/a"]),
    Case(name: "a.txt", text: "1,/a\n2,/b", column: "2", format: .csv, links: ["/a", "/b"]),
    Case(
      name: "access.log",
      text: """
        127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /a?x=%20y HTTP/1.0" 200 2326
        h - - [x] "HEAD /b HTTP/2" 404 1 "https://from.example/" "Agent \\"quoted\\""
        h - - [x] "POST /c HTTP/1.1" 200 1
        h - - [x] "-" 408 0
        www.example.com:443 h - - [x] "GET /d\\x22e HTTP/1.1" 200 1
        h - - [x] "GET * HTTP/1.1" 200 1

        h - - [x] "GET /old"
        """,
      format: .log,
      links: ["/a?x=%20y", "/b", "/d\"e", "/old"],
      skipped: 3
    ),
    Case(
      name: "noise",
      text: """
        h - - [x] "\\x16\\x03\\x01" 400 0
        h - - [x] "-" 408 0
        #Date: not of this log
        h - - [x] "GET /a HTTP/1.1" 200 1
        """,
      format: .log,
      links: ["/a"],
      skipped: 2
    ),
    Case(name: "links", text: "#Date: 1\n/a\n", format: .text, links: ["/a"]),
    Case(
      name: "stray.csv",
      text: "note,link\n5\" pipe,/a\n6\" pipe,/b\n \"q\",/c\n\"open,/d\n/e",
      format: .csv,
      links: ["/a", "/b", "/c"],
      skipped: 1
    ),
    Case(
      name: "iis",
      text: """
        #Software: Microsoft Internet Information Services 10.0
        #Fields: date cs-method cs-uri-stem cs-uri-query sc-status
        2026-01-01 GET /a - 200
        2026-01-01 GET /b x=1&y=2 200
        2026-01-01 POST /c - 200
        #Fields: cs-uri-stem
        /d
        """,
      format: .log,
      links: ["/a", "/b?x=1&y=2", "/d"],
      skipped: 1
    ),
    Case(
      name: "caddy.json",
      text: """
        {"level":"info","request":{"method":"GET","host":"x","uri":"/a?b=1"},"status":200}
        {"request_method":"POST","request_uri":"/c"}
        {"httpRequest":{"requestMethod":"GET","requestUrl":"https://x.example/d"}}
        {"request":"GET /e HTTP/1.1"}
        {"broken
        {"nothing":1}
        """,
      format: .log,
      links: ["/a?b=1", "https://x.example/d", "/e"],
      skipped: 3
    ),
    Case(
      name: "sitemap.xml",
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
          <url><loc>https://x.example/a?b=1&amp;c=&#50;&#x33;&unknown;&</loc><lastmod>1</lastmod></url>
          <url><loc > <![CDATA[https://x.example/<d>&amp;]]> </loc></url>
          <url><image:loc>https://x.example/picture</image:loc><loc/><loc></loc></url>
          <url><loc>https://x.example/unclosed
        """,
      format: .sitemap,
      links: ["https://x.example/a?b=1&c=23&unknown;&", "https://x.example/<d>&amp;"],
      skipped: 1
    ),
  ]

  /// Reads a list in pieces of a few bytes.
  static func read(_ list: Case, by count: Int) throws -> (links: [String], reader: LinkReader) {
    var reader = LinkReader(name: list.name, column: list.column)
    var rest = Array(list.text.utf8)[...]
    var links: [String] = []
    while !rest.isEmpty {
      links += try reader.read(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return (links + (try reader.finish()), reader)
  }

  @Test(arguments: cases)
  func `a list gives its links, however it is split`(_ list: Case) throws {
    for count in [1, 2, 3, 7, 64, 100_000] {
      let (links, reader) = try Self.read(list, by: count)
      #expect(links == list.links, "in pieces of \(count)")
      #expect(reader.skippedCount == list.skipped, "in pieces of \(count)")
      #expect(reader.format == list.format)
    }
  }

  @Test(arguments: [
    (
      "a,b\n1,2", nil,
      "l.csv:1: no column has links: 'a', 'b'. Choose one: --column NAME, or its number."
    ),
    (
      "name,target url\n", "targt url",
      "l.csv:1: there is no column 'targt url'. Did you mean 'target url'?"
    ),
    ("a,b\n", "zzzzzz", "l.csv:1: there is no column 'zzzzzz'. Available: 'a', 'b'."),
    ("a,b\n", "3", "l.csv:1: there is no column 3, only 2 columns."),
    (
      "a,b\n", "-9223372036854775808",
      "l.csv:1: there is no column -9223372036854775808, only 2 columns."
    ),
    (
      "link,n\n,1\n,2\n", nil,
      "l.csv: it has no links when read as csv. Set the format with --from: text, csv, log, sitemap, claims."
    ),
    (
      "<html><a href='/x'></html>", nil,
      "l.csv: it has no links when read as sitemap. Set the format with --from: text,"
        + " csv, log, sitemap, claims."
    ),
    (
      "<sitemapindex><sitemap><loc>https://x.example/1.xml</loc></sitemap></sitemapindex>", nil,
      "l.csv: this lists other sitemaps, not pages. Use the sitemaps at the addresses in it."
    ),
  ])
  func `a file that is not a list of links is reported`(
    _ text: String,
    _ column: String?,
    _ words: String
  ) {
    var reader = LinkReader(name: "l.csv", column: column)
    let error = #expect(throws: LinkListError.self) {
      _ = try reader.read(Array(text.utf8)[...])
      _ = try reader.finish()
    }
    #expect(error?.description == words)
  }

  @Test func `a compressed file is refused with a command to unpack it`() {
    var reader = LinkReader(name: "access.log.gz")
    let error = #expect(throws: LinkListError.self) {
      _ = try reader.read([0x1F, 0x8B, 8, 0, 10])
      _ = try reader.finish()
    }
    #expect(
      error?.description
        == "access.log.gz is compressed. Unpack it: gunzip -c FILE | moonroute audit -"
    )
  }

  @Test func `an unclosed address is limited, and the rest is read`()
    throws
  {
    let text =
      "<urlset><loc>" + String(repeating: "a", count: 70_000) + "</loc><loc>/b</loc></urlset>"
    var reader = LinkReader(name: "s.xml")
    let links = try reader.read(Array(text.utf8)[...]) + reader.finish()
    #expect(links == ["/b"])
    #expect(reader.skippedCount == 1)
  }

  @Test func `a line of any length takes at most a megabyte`() throws {
    var reader = LinkReader(name: "long", format: .text)
    let block = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 18)
    for _ in 0..<64 { #expect(try reader.read(block[...]).isEmpty) }
    let links = try reader.read([UInt8(ascii: "\n")])
    #expect(links.map(\.utf8.count) == [LinkReader.lineLimit])
  }

  @Test(arguments: [1, TestScale.seed])
  func `any bytes are read as a list, the same in any split`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let starts = ["", "<urlset>", "a,b\n", "{", "#Fields: cs-uri-stem\n", "\"GET "]
    for _ in 0..<TestScale.linkLists {
      let start = starts.randomElement(using: &generator) ?? ""
      let count = Int.random(in: 0..<200, using: &generator)
      let alphabet = Array("<>/loc\"\\,;\t\n\r {}:[]&#x;aGET\u{FF}".utf8) + [0, 0xFF, 0xC3]
      let bytes =
        Array(start.utf8) + (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      var reader = LinkReader(name: Bool.random(using: &generator) ? "x.csv" : "x")
      do {
        var all: [String] = []
        for byte in bytes { all += try reader.read([byte]) }
        all += try reader.finish()
        var other = LinkReader(name: "x.csv", format: reader.format)
        var whole = try other.read(bytes[...])
        whole += try other.finish()
        #expect(all == whole)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }
}
