--- Counts the pages of visitors with the router's own events.

session.visits = session.visits or {}
events.on("moonroute://did-open", function(event)
  local name = event.extra.name or event.extra.pattern
  session.visits[name] = (session.visits[name] or 0) + 1
end)
