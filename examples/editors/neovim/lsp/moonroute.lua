-- Neovim 0.11 or later: copy this file to ~/.config/nvim/lsp/moonroute.lua, and write in init.lua:
--   vim.lsp.enable("moonroute")
return {
  cmd = { "moonroute", "lsp" },
  filetypes = { "lua" },
  root_markers = { "main.lua" },
  -- "full" adds locals and globals; omit it if another Lua server runs as well.
  init_options = { lua = "router" },
}
