---@meta _

--- Loading the scripts again while the application runs.
---@class reload
---@field generation integer the number of this load, counted from 1
reload = {}

--- How a kept value is told from one of an older form.
---@class reload.KeepOptions
---@field version? any the form of the value; another one is migrated
---@field migrate? fun(old: any, old_version: any): any makes the value of an older form's

--- Answers a value that lives through reloads, made when there is none yet.
---
--- Change it in place. It holds plain data: what is not plain ends with its generation.
---
---@param name string
---@param make fun(): any
---@param options? reload.KeepOptions
---@return any
function reload.keep(name, make, options) end

--- Runs a function once, when other scripts take the place of these.
---
--- What it changes in `session` and in kept values is there after the reload.
---
---@param fn fun()
function reload.on_unload(fn) end
