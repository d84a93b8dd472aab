package.loaded[...] = 7
