-- nvim-dap: require this file from init.lua, after nvim-dap itself.
local dap = require("dap")

dap.adapters.moonroute = { type = "executable", command = "moonroute", args = { "debug" } }

dap.configurations.lua = dap.configurations.lua or {}
vim.list_extend(dap.configurations.lua, {
  {
    type = "moonroute",
    request = "launch",
    name = "Moonroute: open a link",
    app = "${workspaceFolder}",
    links = function() return { vim.fn.input("Link: ", "/") } end,
  },
  {
    type = "moonroute",
    request = "launch",
    name = "Moonroute: the test at the cursor",
    spec = function() return vim.fn.expand("%:p") .. ":" .. vim.fn.line(".") end,
  },
  {
    type = "moonroute",
    request = "attach",
    name = "Moonroute: a running program",
    socket = function() return vim.fn.input("Socket: ", "app.sock", "file") end,
  },
})
