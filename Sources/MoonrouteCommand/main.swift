StandardStream.secure()
#if Command
await Invocation.run()
#else
Console.say(
  "moonroute: built without its command line. Build it with:"
    + " swift build -c release --traits Command --product moonroute"
)
ExitStatus.internalError.exit()
#endif
