#if Command
import Testing

struct URLTests {
  @Test(arguments: [
    (["page", "n=7"], "/page/7"), (["home"], "/"), (["shop.item", "id=9"], "shop://item/9"),
    (
      ["page", "n=-7", "--query", "a=b", "--query", "a=c d", "--fragment", "x y"],
      "/page/-7?a=b&a=c%20d#x%20y"
    ),
    (
      ["typed", "i=1", "n=2.5", "b=true", "t=a/b c", "rest=x/y"], "/typed/1/2.5/true/a%2Fb%20c/x/y"
    ),
    (["typed", "i=1", "n=2", "b=false", "t=x=y"], "/typed/1/2/false/x=y"),
  ])
  func `a name and its parameters make a location`(
    arguments: [String],
    location: String
  ) async throws {
    let run = try await CommandRun.moonroute(["url", "plain"] + arguments)
    #expect(run.output == location + "\n", "\(run.errors)")
    #expect(run.status == 0)
  }

  @Test(arguments: [
    // A value, as for router.to.
    (["author", "who=Ada_L"], "/author/ada-l"),
    // The text of a link: the type's conversion of the value.
    (["author", "who=ada-l"], "/author/ada-l"), (["book", "id=B7"], "/book/B7"),
    (["search", "--query", "page=2", "--query", "by=Ada_L"], "/search?page=2&by=ada-l"),
  ])
  func `the types of the scripts write the parameters`(
    arguments: [String],
    location: String
  ) async throws {
    let run = try await CommandRun.moonroute(["url", "formats"] + arguments)
    #expect(run.output == location + "\n", "\(run.errors)")
    #expect(run.status == 0)
  }

  @Test(arguments: [
    (
      ["book", "id=x"],
      "main.lua:9: The 'format' of the type 'book' failed for 'id' = 'x': no book [script_error]"
    ),
    (
      ["search", "--query", "page=two"],
      "'/search' cannot take 'two' for 'page' in its query. Give an integer within 64 bits."
        + " [wrong_type]"
    ),
  ])
  func `values that do not fit their types are reported`(
    arguments: [String],
    message: String
  ) async throws {
    let run = try await CommandRun.moonroute(["url", "formats"] + arguments)
    #expect(run.status == 1)
    #expect(run.errors == "moonroute: \(message)\n")
  }

  @Test(arguments: [
    (["pgae", "n=1"], "No route is named 'pgae'. Did you mean 'page'? [unknown_name]"),
    (["page"], "'/page/:n<int>' has no value for its parameter 'n'. Give one. [missing_parameter]"),
    (
      ["page", "n=1", "m=2"],
      "'/page/:n<int>' has no parameter 'm'. It takes n. [unknown_parameter]"
    ),
    (
      ["page", "n=x"],
      "'/page/:n<int>' cannot take 'x' for its parameter 'n'. Give an integer within 64 bits."
        + " [wrong_type]"
    ),
    (
      ["shop.item", "id="],
      "'shop://item/:id' would not return '' for its parameter 'id'. Give other text."
        + " [bad_location]"
    ),
  ])
  func `values that form no valid location are reported`(
    arguments: [String],
    message: String
  ) async throws {
    let run = try await CommandRun.moonroute(["url", "plain"] + arguments)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errors == "moonroute: \(message)\n")
  }
}
#endif
