return {} -- --> [dead_file] 1: Nothing requires this file. Require it, or remove it.
