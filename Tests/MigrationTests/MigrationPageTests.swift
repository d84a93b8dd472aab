import Testing

/// The pages and the tables of cases have the same rows.
@Suite struct MigrationPageTests {
  @Test(arguments: MigrationPage.all)
  func `rows of a page and cases match, in the same order`(
    page: MigrationPage
  ) throws {
    #expect(try page.cells().map { $0.first ?? "" } == page.rows.map(\.id))
  }

  @Test(arguments: MigrationPage.all)
  func `a row has a unique name with the prefix of its page`(page: MigrationPage) {
    let ids = page.rows.map(\.id)
    #expect(Set(ids).count == ids.count)
    for id in ids {
      #expect(id.hasPrefix(page.prefix + "-"))
      #expect(Int(id.dropFirst(page.prefix.count + 1)) != nil)
    }
  }

  @Test(arguments: MigrationPage.all)
  func `a row states the old feature, the replacement and the differences`(
    page: MigrationPage
  ) throws {
    for cells in try page.cells() {
      #expect(cells.count == 4, "\(cells)")
      #expect(!cells.contains(""), "\(cells)")
    }
  }

  @Test(arguments: MigrationPage.all)
  func `a page ends with the missing features`(page: MigrationPage) throws {
    let headings = try page.lines().filter { $0.hasPrefix("## ") }
    #expect(headings.last == "## Not yet")
  }

  @Test func `every page in the folder is tested`() throws {
    #expect(try MigrationPage.files() == MigrationPage.all.map(\.file).sorted())
  }
}
