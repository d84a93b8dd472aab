--- `require`, `package` and `arg`.
describe("a loaded module", function()
  for _, name in ipairs({
    "_G", "busted", "coroutine", "debug", "io", "luassert", "luassert.assert", "luassert.match",
    "luassert.mock", "luassert.namespaces", "luassert.spy", "luassert.state", "luassert.stub",
    "luassert.util", "math", "os", "package", "say", "string", "table",
  }) do
    it(name .. " is a " .. type(package.loaded[name]), function()
      assert.equal(package.loaded[name], require(name))
    end)
  end

  it("has the globals", function()
    assert.equal(_G, package.loaded._G)
    assert.equal(assert, require("luassert"))
  end)
end)

describe("require", function()
  it("accepts paths", function()
    assert.equal("lib/place", require("lib/place")[1])
    assert.equal("./lib/place", require("./lib/place")[1])
  end)

  it("passes a module its name and file", function()
    assert.same({ "lib.place", "./lib/place.lua" }, require("lib.place"))
  end)

  it("uses the value that a module stores itself", function()
    assert.equal(7, require("lib.sets"))
  end)

  it("asks the searchers", function()
    table.insert(package.searchers, 2, function(name)
      if name == "made.up" then
        return function(given)
          return given .. "!"
        end
      end
      return "\n\tnot made up"
    end)
    assert.equal("made.up!", require("made.up"))
    local ok, message = pcall(require, "nowhere.at.all")
    table.remove(package.searchers, 2)
    assert.is_false(ok)
    assert.matches("not made up", message, 1, true)
  end)

  it("lists where it looked", function()
    local ok, message = pcall(require, "nowhere.at.all")
    assert.is_false(ok)
    assert.matches("module 'nowhere.at.all' not found:", message, 1, true)
    assert.matches("no field package.preload['nowhere.at.all']", message, 1, true)
    assert.matches("no file './src/nowhere/at/all.lua'", message, 1, true)
    assert.matches("no file './csrc/nowhere/at/all.so'", message, 1, true)
  end)

  it("passes on an error of a module", function()
    local ok, message = pcall(require, "lib.wrong")
    assert.is_false(ok)
    assert.equal("./lib/wrong.lua:1: wrong", message)
  end)

  it("uses preloaded modules", function()
    package.preload["made.before"] = function(...)
      return { ... }
    end
    assert.equal("made.before", require("made.before")[1])
  end)

  it("follows a path that is set", function()
    package.path = package.path .. ";./lib/?.txt"
    local ok, message = pcall(require, "syntax")
    assert.is_false(ok)
    assert.matches("error loading module 'syntax' from file './lib/syntax.txt'", message, 1, true)
  end)

  it("begins at " .. string.sub(package.path, 1, 43), function() end)
  it("begins in C at " .. string.sub(package.cpath, 1, 25), function() end)
end)

it("has the arguments " .. type(arg[0]) .. " " .. tostring(#arg > 0), function() end)
