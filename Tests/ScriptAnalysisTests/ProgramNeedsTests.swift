import ScriptAnalysis
import ScriptHost
import Testing

@Suite struct ProgramNeedsTests {
  @Test func `called names are functions, and other names are values`() {
    let text = """
      local stock = host.stock(7)
      local flag = host.has_sale and host.price
      local shown = host.shown
      shown(1)
      pcall(function() return host.optional() end)
      host.log "text"
      """
    let files = [
      ("main.lua", text), ("headless.lua", "host.stub('x', host.y)"),
      ("spec/a_spec.lua", "host.z()"),
    ]
    let scripts = files.map { file, text in
      AnalysedScript(file: file, text: Array(text.utf8), isSpec: AnalysedScript.isSpec(file))
    }
    let needs = ScriptBundle.Needs(of: scripts, views: ["Home", "Cart", "Home"])
    #expect(needs.functions == ["log", "stock"])
    #expect(needs.values == ["has_sale", "price", "shown"])
    #expect(needs.views == ["Cart", "Home"])
  }
}
