-- Tests the debugger's file for Neovim without a screen. No registry has nvim-dap, so a table
-- replaces it, and the test talks to the adapter as nvim-dap does: it runs the file's command over
-- a pipe. Exits with status 1 after a failure.
local shop = vim.env.MOONROUTE_SHOP

local function fail(message)
  io.stderr:write("debugger: " .. message .. "\n")
  vim.cmd("cquit 1")
end

local dap = { adapters = {}, configurations = {} }
package.loaded.dap = dap
dofile(vim.env.MOONROUTE_EDITORS .. "/neovim/dap/moonroute.lua")

-- The user's answers, and the values that nvim-dap fills in.
vim.fn.input = function()
  return "/staff"
end
local function filled(configuration)
  local arguments = {}
  for key, value in pairs(configuration) do
    if type(value) == "function" then
      value = value()
    end
    if value == "${workspaceFolder}" then
      value = shop
    end
    arguments[key] = value
  end
  return arguments
end

local adapter = dap.adapters.moonroute
local received, messages = "", {}
local command = { vim.env.MOONROUTE }
vim.list_extend(command, adapter.args)
local job = vim.fn.jobstart(command, {
  on_stdout = function(_, data)
    received = received .. table.concat(data, "\n")
    while true do
      local length, start = received:match("^Content%-Length: (%d+)\r\n\r\n()")
      if not length or #received < start + length - 1 then
        return
      end
      table.insert(messages, vim.fn.json_decode(received:sub(start, start + length - 1)))
      received = received:sub(start + length)
    end
  end,
})

local function take(message, fits)
  local found
  local came = vim.wait(20000, function()
    for index, candidate in ipairs(messages) do
      if fits(candidate) then
        found = table.remove(messages, index)
        return true
      end
    end
  end, 10)
  if not came then
    fail("nothing came: " .. message)
  end
  return found.body or {}
end

local sent = 0
local function send(name, arguments)
  sent = sent + 1
  local text = vim.fn.json_encode({
    seq = sent,
    type = "request",
    command = name,
    arguments = arguments or vim.empty_dict(),
  })
  vim.fn.chansend(job, ("Content-Length: %d\r\n\r\n%s"):format(#text, text))
  return sent
end

local function ask(name, arguments)
  local number = send(name, arguments)
  return take("the answer to " .. name, function(message)
    if message.request_seq ~= number then
      return false
    end
    if not message.success then
      fail(name .. ": " .. message.message)
    end
    return true
  end)
end

local function event(name)
  return take(name, function(message)
    return message.event == name
  end)
end

ask("initialize", { adapterID = "moonroute", linesStartAt1 = true, columnsStartAt1 = true })
send("launch", filled(dap.configurations.lua[1]))
event("initialized")
ask("setBreakpoints", {
  source = { path = shop .. "/routes/staff.lua" },
  breakpoints = { { line = 4, condition = "session.user == nil" }, { line = 4, logMessage = "asked" } },
})
ask("configurationDone")
local stop = event("stopped")
local frame = ask("stackTrace", { threadId = stop.threadId }).stackFrames[1]
if frame.line ~= 4 or frame.source.path ~= shop .. "/routes/staff.lua" then
  fail("stopped at " .. vim.fn.json_encode(frame))
end
local answer = ask("evaluate", { expression = "1 + 1", frameId = frame.id, context = "repl" })
if answer.result ~= "2" then
  fail("evaluated " .. vim.fn.json_encode(answer))
end
ask("next", { threadId = stop.threadId })
event("stopped")
send("restart")
stop = event("stopped")
ask("continue", { threadId = stop.threadId })
ask("disconnect")
if vim.fn.jobwait({ job }, 20000)[1] ~= 0 then
  fail("the adapter does not end")
end
vim.cmd("qall!")
