--- Lua is Lua.
describe("debug", function()
  it("counts levels in a handler as Lua does", function()
    local levels = {}
    xpcall(function()
      error("x")
    end, function()
      for level = 1, 3 do
        local info = debug.getinfo(level, "Sl")
        levels[level] = info.what .. info.currentline
      end
    end)
    assert.same({ "Lua9", "C-1", "Lua6" }, levels)
  end)

  it("looks into the running coroutine", function()
    local co = coroutine.running()
    assert.is_table(debug.getinfo(co, 1))
    assert.is_string(debug.traceback(co))
    assert.equal(co, (coroutine.running()))
  end)

  it("has the source of a spec", function()
    assert.equal("@spec/lua_spec.lua", debug.getinfo(1, "S").source)
  end)
end)

it("distinguishes the closures of one line", function()
  local made = {}
  for i = 1, 2 do made[i] = function() return i end end
  assert.are_not.equal(tostring(made[1]), tostring(made[2]))
end)

it("has globals of modules", function()
  of_the_spec = 1
  _G.of_all = 2
  assert.is_nil(rawget(_G, "of_the_spec"))
  assert.equal(2, of_all)
end)
