error("wrong")
