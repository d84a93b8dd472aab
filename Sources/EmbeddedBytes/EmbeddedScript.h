/* One row of EmbeddedScripts.c: the path and the text of SCRIPT. Included once for each file. */
{&SCRIPT[sizeof "../../scripts/" - 1], (const char *)(const unsigned char[]){
#embed SCRIPT suffix(, 0) if_empty(0)
}, 0},
#undef SCRIPT
