/* One row of EmbeddedPages.c: NAME, the name and the text of FILE. Included once for each. */
{&FILE[sizeof "../Moonroute/Documentation.docc/Guides/" - 1], (const char *)(const unsigned char[]){
#embed FILE suffix(, 0) if_empty(0)
}, NAME},
#undef NAME
#undef FILE
