return "init"
