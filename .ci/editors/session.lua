-- A session of headless Neovim, any release from 0.7 on: diagnostics, completion and renaming
-- across files. Exits with status 1 after a failure.
local shop = vim.env.MOONROUTE_SHOP

local function fail(message)
  io.stderr:write("neovim: " .. message .. "\n")
  vim.cmd("cquit 1")
end

local function check(condition, message)
  if not condition then
    fail(message)
  end
end

local function wait(message, condition)
  if not vim.wait(20000, condition, 20) then
    fail("nothing came: " .. message)
  end
end

local function edit(path)
  vim.cmd("edit " .. shop .. "/" .. path)
  return vim.api.nvim_get_current_buf()
end

-- A user's init.lua.
vim.opt.hidden = true
vim.cmd("filetype on")
if vim.lsp.enable then
  vim.lsp.config("moonroute", dofile(vim.env.MOONROUTE_EDITORS .. "/neovim/lsp/moonroute.lua"))
  vim.lsp.config("moonroute", { cmd = { vim.env.MOONROUTE, "lsp" } })
  vim.lsp.enable("moonroute")
else
  local start = vim.lsp.start_client
  vim.lsp.start_client = function(config)
    config.cmd = { vim.env.MOONROUTE, "lsp" }
    return start(config)
  end
  dofile(vim.env.MOONROUTE_EDITORS .. "/neovim/init-0.7.lua")
end

local function client_of(buffer)
  local clients
  wait("a client", function()
    clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer })
      or vim.tbl_values(vim.lsp.buf_get_clients(buffer))
    return #clients > 0 and clients[1].initialized
  end)
  return clients[1]
end

local function request(buffer, method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000)
  check(answers, method .. " has no answer")
  for _, answer in pairs(answers) do
    check(not answer.err and not answer.error, vim.inspect(answer))
    return answer.result
  end
end

-- Diagnostics: a misspelt name in an unsaved text.
local auth = edit("auth.lua")
local client = client_of(auth)
vim.api.nvim_buf_set_lines(auth, 0, 0, false, { 'function _G.later() return router.to("logn") end' })
wait("diagnostics", function()
  for _, found in ipairs(vim.diagnostic.get(auth)) do
    if found.code == "unknown_name" and found.lnum == 0 then
      return true
    end
  end
  return false
end)

-- Completion in a text that does not parse.
vim.api.nvim_buf_set_lines(auth, 0, 1, false, { 'function _G.later( return router.to("lo' })
local uri = vim.uri_from_bufnr(auth)
local answer = request(auth, "textDocument/completion", {
  textDocument = { uri = uri },
  position = { line = 0, character = 39 },
})
local labels = {}
for _, item in ipairs(answer.items) do
  labels[item.label] = true
end
check(labels["login"] and labels["product"], "completion lacks names of routes")
vim.api.nvim_buf_set_lines(auth, 0, 1, false, {})

-- Renaming a route: Neovim's edits in open files and in others.
local staff = edit("routes/account.lua")
client_of(staff)
wait("the application", function()
  local found = request(staff, "workspace/symbol", { query = "login" })
  return found and #found > 0
end)
local row
for number, line in ipairs(vim.api.nvim_buf_get_lines(staff, 0, -1, false)) do
  if line:find('name = "login",', 1, true) then
    row = number - 1
  end
end
local change = request(staff, "textDocument/rename", {
  textDocument = { uri = vim.uri_from_bufnr(staff) },
  position = { line = row, character = 11 },
  newName = "sign_in",
})
vim.lsp.util.apply_workspace_edit(change, client.offset_encoding or "utf-16")
vim.cmd("wall")
local function text(path)
  local file = assert(io.open(shop .. "/" .. path))
  local content = file:read("a")
  file:close()
  return content
end
check(text("routes/account.lua"):find('name = "sign_in",', 1, true), "the definition was not renamed")
check(text("auth.lua"):find('router.to("sign_in"', 1, true), "a use was not renamed")
check(not text("auth.lua"):find('router.to("login"', 1, true), "a use was left")
check(text("routes/account.lua"):find('"login.mail"', 1, true), "another name was touched")
print("neovim " .. tostring(vim.version().major) .. "." .. tostring(vim.version().minor) .. ": ok")
vim.cmd("qall!")
