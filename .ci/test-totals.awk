# Adds up the totals that Swift Testing prints; fails when there are none.

/Test run with [0-9]+ tests?/ {
  line = $0
  sub(/.*Test run with /, "", line)
  split(line, word, " ")
  tests += word[1]
  runs++
  if (line ~ / failed after /) failures++
}

END {
  printf "tests: %d in %d runs, %d of them failed\n", tests, runs, failures
  if (tests == 0) {
    print "tests: none ran, which counts as a failure"
    exit 1
  }
  if (failures) exit 1
}
