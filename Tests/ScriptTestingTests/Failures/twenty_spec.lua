-- Twenty failures for readers.
local function copy_of_rows(change)
  local rows = {}
  for i = 1, 600 do
    rows[i] = { id = i, name = "row " .. i, price = i * 1.5 }
  end
  if change then
    change(rows)
  end
  return rows
end

local text = [[
first line
second line
third line
fourth line
fifth line
sixth line
seventh line
eighth line
ninth line]]

describe("a failure shows", function()
  it("two numbers", function()
    assert.are.equal(1, 2)
  end)

  it("a number and a text", function()
    assert.are.equal(1, "1")
  end)

  it("two numbers that are nearly the same", function()
    assert.are.equal(0.3, 0.1 + 0.2)
  end)

  it("line ends", function()
    assert.are.equal("a\nb", "a\r\nb")
  end)

  it("bytes that are no text", function()
    assert.are.equal("a\xfe", "a\xff")
  end)

  it("a key that is a text", function()
    assert.are.same({ [1] = "x" }, { ["1"] = "x" })
  end)

  it("one field of a large table", function()
    assert.are.same(copy_of_rows(), copy_of_rows(function(rows)
      rows[300].name = "row three hundred"
    end))
  end)

  it("a field deep in a table", function()
    assert.are.same(
      { user = { address = { city = "Graz", zip = 8010 }, name = "Eva" } },
      { user = { address = { city = "Linz", zip = 8010 }, name = "Eva" } }
    )
  end)

  it("an element that a list lacks", function()
    assert.are.same({ "a", "b", "c", "d", "e", "f" }, { "a", "b", "d", "e", "f" })
  end)

  it("one line of a text", function()
    assert.are.equal(text, (text:gsub("fifth line", "fifth lime")))
  end)

  it("one word of a long line", function()
    local long = string.rep("lorem ipsum dolor sit amet ", 40)
    assert.are.equal(long .. "dog" .. long, long .. "cat" .. long)
  end)

  it("nil where it may not be", function()
    assert.is_not_nil(nil)
  end)

  it("a value where there should be none", function()
    assert.is_nil({ code = 404, reason = "not found" })
  end)

  it("a value that is not of a type", function()
    assert.is_table("{}")
  end)

  it("the argument and the field of a call", function()
    local send = spy.new(function() end)
    send("GET", { path = "/home", depth = 1 })
    send("POST", { path = "/cart", depth = 1, items = { 1, 2 } })
    assert.spy(send).was.called_with("POST", { path = "/cart", depth = 1, items = { 1, 3 } })
  end)

  it("how often a function was called", function()
    local send = spy.new(function() end)
    send("a")
    send("b", 2)
    assert.spy(send).was.called(1)
  end)

  it("what a function raised", function()
    assert.has_error(function()
      error("no route 'hom'", 0)
    end, "no route 'home'")
  end)

  it("a text that does not match", function()
    assert.matches("^%d+$", "12a")
  end)

  it("a number that is not near", function()
    assert.is.near(3.14, 3.1, 0.01)
  end)

  it("two tables that look alike", function()
    assert.are.equal({ 1, { 2 } }, { 1, { 2 } })
  end)
end)
