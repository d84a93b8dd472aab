-- Answers requests of the scripts with declared replies.
--
-- The host provides `find`, which records a request and returns its reply, the request for a reply
-- that is a function, and the delay; and `sleep`.
local find, sleep = ...

local function answer(reply, request, delay)
  if delay > 0 then
    sleep(delay)
  end
  if request then
    return reply(request)
  end
  return reply
end

-- Runs a function of the program. `form` is its method, "*" if the method is an argument, or a
-- function that makes the request from the arguments.
return function(name, form, ...)
  if type(form) == "function" then
    return answer(find(name, form(...)))
  elseif form == "*" then
    return answer(find(name, ...))
  end
  return answer(find(name, form, ...))
end
