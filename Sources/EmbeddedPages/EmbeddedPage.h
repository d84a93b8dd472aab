/* One row of EmbeddedPages.c: NAME, the name and the text of FILE. Included once for each. */
{NAME, &FILE[sizeof "../Moonroute/Documentation.docc/Guides/" - 1], (const unsigned char[]){
#embed FILE suffix(, 0) if_empty(0)
}},
#undef NAME
#undef FILE
