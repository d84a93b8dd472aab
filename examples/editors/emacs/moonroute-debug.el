;; Emacs 29 or later with dape: add this to init.el. M-x dape asks for one of them.
(with-eval-after-load 'dape
  (add-to-list 'dape-configs
               '(moonroute
                 modes (lua-mode lua-ts-mode)
                 ensure dape-ensure-command
                 command "moonroute"
                 command-args ("debug")
                 command-cwd dape-command-cwd
                 :type "moonroute"
                 :request "launch"
                 :app dape-cwd
                 :links ["/"]))
  (add-to-list 'dape-configs
               '(moonroute-attach
                 modes (lua-mode lua-ts-mode)
                 ensure dape-ensure-command
                 command "moonroute"
                 command-args ("debug")
                 :type "moonroute"
                 :request "attach"
                 :socket "app.sock")))
