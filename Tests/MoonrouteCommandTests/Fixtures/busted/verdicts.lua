--- An output handler for busted and our command: a line for each result.
return function(options)
  local busted = require("busted")
  local handler = require("busted.outputHandlers.base")()

  local function write(status, element)
    io.write(status, "\t", (string.gsub(handler.getFullName(element), "%c", "?")), "\n")
    io.flush()
    return nil, true
  end

  busted.subscribe({ "test", "end" }, function(element, _, status)
    return write(status, element)
  end)
  local function outside(element)
    if element.descriptor ~= "it" then
      return write("error", element)
    end
    return nil, true
  end
  busted.subscribe({ "error" }, outside)
  busted.subscribe({ "failure" }, outside)
  return handler
end
