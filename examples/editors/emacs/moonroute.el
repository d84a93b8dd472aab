;; Emacs 29 or later: add this to init.el. It works with lua-mode and with lua-ts-mode.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((lua-mode lua-ts-mode)
                 . ("moonroute" "lsp" :initializationOptions (:lua "router")))))
(add-hook 'lua-ts-mode-hook #'eglot-ensure)
(add-hook 'lua-mode-hook #'eglot-ensure)
