# Checks one header of the door to Lua (variable `name`): it may not include Lua's headers, and
# outside comments it may name nothing of Lua's but `lua_State`. So Swift cannot call a function
# that raises. Prints name:line: message; exits 1 on a problem.

{
  line = $0
  if (in_comment) {
    if (!sub(/^.*\*\//, "", line)) next
    in_comment = 0
  }
  while (match(line, /\/\*([^*]|\*[^\/])*\*\//))
    line = substr(line, 1, RSTART - 1) " " substr(line, RSTART + RLENGTH)
  sub(/\/\/.*/, "", line)
  if (match(line, /\/\*/)) {
    line = substr(line, 1, RSTART - 1)
    in_comment = 1
  }
  if (line ~ /^[ \t]*#[ \t]*(include|import)/ && line ~ /[<"\/](lua|lualib|lauxlib|luaconf)\.h(pp)?[">]/)
    problem("includes a header of Lua; forward-declare lua_State instead")
  rest = " " line
  while (match(rest, /[^A-Za-z0-9_]luaL?_[A-Za-z0-9_]+/)) {
    word = substr(rest, RSTART + 1, RLENGTH - 1)
    if (word != "lua_State") problem("names " word "; only clua_ functions may be seen from Swift")
    rest = substr(rest, RSTART + RLENGTH)
  }
}

END {
  if (problems) exit 1
}

function problem(message) {
  print name ":" NR ": " message
  problems++
}
