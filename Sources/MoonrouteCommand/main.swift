print("moonroute")
