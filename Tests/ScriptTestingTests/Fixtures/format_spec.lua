local function message(fn)
  local ok, raised = pcall(fn)
  assert(not ok)
  return tostring(raised)
end

describe("messages", function()
  it("show texts and numbers with their types", function()
    local text = message(function()
      assert.are.equal(1, "1")
    end)
    assert.matches("(number) 1", text, 1, true)
    assert.matches("(string) '1'", text, 1, true)
  end)

  it("mark the entries that differ", function()
    local text = message(function()
      assert.are.same({ a = 1, b = 2 }, { a = 1, b = 3 })
    end)
    assert.matches("*[b] = ", text, 1, true)
    assert.is_not.match("*[a]", text, 1, true)
  end)

  it("use formatters of one's own", function()
    local snapshot = assert:snapshot()
    assert:add_formatter(function(value)
      if type(value) == "table" and value.secret then
        return "(hidden)"
      end
    end)
    local text = message(function()
      assert.is_nil({ secret = 1 })
    end)
    snapshot:revert()
    assert.matches("(hidden)", text, 1, true)
  end)

  it("end with tables that contain themselves", function()
    local t = {}
    t.own = t
    assert.is_string(message(function()
      assert.is_nil(t)
    end))
  end)
end)

describe("say", function()
  local say = require("say")

  it("fills holes and falls back", function()
    say:set_namespace("xx")
    say:set("greeting", "hello %s")
    assert.are.equal("hello you", say("greeting", { "you" }))
    say:set_namespace("yy")
    say:set_fallback("xx")
    assert.are.equal("hello you", say("greeting", { "you" }))
    assert.is_nil(say("nothing"))
    say:set_fallback("en")
    say:set_namespace("en")
  end)
end)
