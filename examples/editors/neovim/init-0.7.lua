-- Neovim 0.7 to 0.10: write this in init.lua.
vim.api.nvim_create_autocmd("FileType", {
  pattern = "lua",
  callback = function(event)
    local name = vim.api.nvim_buf_get_name(event.buf)
    local main = vim.fn.findfile("main.lua", vim.fn.fnamemodify(name, ":h") .. ";")
    if main == "" then
      return
    end
    local root = vim.fn.fnamemodify(main, ":p:h")
    _G.moonroute_clients = _G.moonroute_clients or {}
    local id = _G.moonroute_clients[root]
    if not id or vim.lsp.client_is_stopped(id) then
      id = vim.lsp.start_client {
        name = "moonroute",
        cmd = { "moonroute", "lsp" },
        root_dir = root,
        init_options = { lua = "router" },
      }
      _G.moonroute_clients[root] = id
    end
    if id then
      vim.lsp.buf_attach_client(event.buf, id)
    end
  end,
})
