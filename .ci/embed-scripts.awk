# Prints one file as an entry of a Swift dictionary literal: "path": #"""text"""#.
# The literal takes as many # as its text needs: more than follow any """ or \ in it.

{
  lines[NR] = $0
  note_marks($0)
}

END {
  marks = "#"
  while (longest >= length(marks)) marks = marks "#"
  print "    \"" path "\": " marks "\"\"\""
  for (i = 1; i <= NR; i++) print lines[i]
  if (NR > 0) print ""
  print "\"\"\"" marks ","
}

# Remembers the longest run of # behind """ or a backslash.
function note_marks(line,    run) {
  while (match(line, /("""|\\)#*/)) {
    run = substr(line, RSTART, RLENGTH)
    sub(/^("""|\\)/, "", run)
    if (length(run) > longest) longest = length(run)
    line = substr(line, RSTART + 1)
  }
}
