import TestSupport
import TextTools

/// Steps that add something to the host or remove it, in random order.
struct MemorySteps {
  /// The scripts that the steps use.
  static let main = """
    router.route { path = "/", view = "Root", animator = animator.root { wrap = "stack" } }
    router.route { path = "/page/:n<int>", view = function(state)
      return screen { "Page", text = ("p"):rep(state.params.n) }
    end }
    events.declare { name = "kept", path = "/kept/:n", sticky = true }
    held = {}
    """

  /// Removes everything.
  static let end = """
    router.open("/", { animated = false })
    events.forget("kept")
    for i = 1, 9 do if resources.has("/r/" .. i) then resources.delete("/r/" .. i) end end
    for _, one in pairs(held) do one:cancel() end
    held, page = {}, nil
    """

  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func number(_ bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &generator)
  }

  /// The next step: Lua code, or `reload`.
  mutating func next() -> String {
    let (n, size) = (1 + number(9), number(3_000))
    switch number(14) {
    case 0: return "reload"
    case 1:
      return "router.push('/page/\(size)', { animated = false, extra = { ('e'):rep(\(size)) } })"
    case 2: return "router.back()"
    case 3: return "page = stage.top() page.text = ('t'):rep(\(size)) page.more = { \(n) }"
    case 4: return "page = stage.top() page.text = nil page:update { other = ('o'):rep(\(size)) }"
    case 5: return "pcall(resources.put, { path = '/r/\(n)', value = { ('v'):rep(\(size)) } })"
    case 6: return "resources.update('/r/\(n)', ('u'):rep(\(size)))"
    case 7: return "resources.update('/r/\(n)', function() return \(n) end)"
    case 8: return "resources.delete('/r/\(n)')"
    case 9: return "events.emit('/kept/\(n)', ('k'):rep(\(size)))"
    case 10: return "events.forget('/kept/\(n)')"
    case 11: return "held[\(n)] = held[\(n)] or events.on('/on/\(n)', function() end)"
    case 12: return "held[\(n)] = held[\(n)] or after(1e6, function() end)"
    default: return "if held[\(n)] then held[\(n)]:cancel() held[\(n)] = nil end"
    }
  }
}
