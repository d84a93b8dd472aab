/* One row of EmbeddedInspector.c: the path and the text of ASSET. Included once for each file. */
{&ASSET[sizeof "../../page" - 1], (const char *)(const unsigned char[]){
#embed ASSET suffix(, 0) if_empty(0)
}, 0},
#undef ASSET
