;;; Tests the debugger's file for dap-mode in Emacs without a screen. -*- lexical-binding: t -*-
;; Exits with status 1 after a failure.
(package-initialize)
(setq dap-auto-configure-features nil
      dap-auto-show-output nil)
(require 'dap-mode)
;; A variable of its settings, which is defined only after they are shown.
(defvar dap-exception-breakpoints nil)
(load (concat (getenv "MOONROUTE_EDITORS") "/emacs/moonroute-dap.el") nil t)
;; The tested command, under its name in the file.
(make-symbolic-link (getenv "MOONROUTE") (concat (getenv "HOME") "/bin/moonroute") t)
(setq exec-path (cons (concat (getenv "HOME") "/bin") exec-path))
(setenv "PATH" (concat (getenv "HOME") "/bin:" (getenv "PATH")))

(defvar shop (getenv "MOONROUTE_SHOP"))
(defvar stops nil)

(defun ask-at-stop (session)
  "Ask for the user at a stop of SESSION, then go on."
  (let ((frame (dap--debug-session-active-frame session)))
    (when frame
      (dap--send-message
       (dap--make-request "evaluate" (list :expression "session.user" :context "watch"
                                           :frameId (gethash "id" frame)))
       (lambda (answer)
         (push (list (file-name-nondirectory (gethash "path" (gethash "source" frame)))
                     (gethash "result" (gethash "body" answer)))
               stops)
         (dap-continue session (dap--debug-session-thread-id session)))
       session))))
(add-hook 'dap-stack-frame-changed-hook #'ask-at-stop)

(with-current-buffer (find-file-noselect (concat shop "/routes/staff.lua"))
  (goto-char (point-min))
  (search-forward "session.user")
  (cl-letf (((symbol-function 'lsp-workspace-root) (lambda (&optional _) shop)))
    (dap-breakpoint-toggle)
    (let ((template (copy-sequence (cdr (assoc "Moonroute" dap-debug-template-configurations)))))
      (dap-debug (plist-put template :links ["/staff" "/staff"])))))

(let ((end (+ (float-time) 60)))
  (while (and (< (length stops) 2) (< (float-time) end)) (accept-process-output nil 0.1)))
(unless (equal stops '(("staff.lua" "nil") ("staff.lua" "nil")))
  (message "debugger: dap-mode stopped so: %S" stops)
  (kill-emacs 1))
