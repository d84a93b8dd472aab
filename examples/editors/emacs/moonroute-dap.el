;; Emacs 28 or later with dap-mode: add this to init.el. M-x dap-debug offers it by its name.
(with-eval-after-load 'dap-mode
  (dap-register-debug-provider
   "moonroute"
   (lambda (configuration)
     (setq configuration (plist-put configuration :dap-server-path '("moonroute" "debug")))
     (if (plist-get configuration :app)
         configuration
       (plist-put configuration :app
                  (expand-file-name
                   (or (locate-dominating-file default-directory "main.lua")
                       default-directory))))))
  (dap-register-debug-template
   "Moonroute"
   (list :type "moonroute" :request "launch" :name "Moonroute" :links ["/"])))
