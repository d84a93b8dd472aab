#ifndef EMBEDDED_BYTES_H
#define EMBEDDED_BYTES_H

/* A file that is part of the binary. */
typedef struct {
  /* The path below the folder of its table; NULL behind the last row. */
  const char *_Nullable path;
  const char *_Nullable text;
  /* The name of an article for `moonroute help`. */
  const char *_Nullable name;
} EmbeddedRow;

/* The folder scripts, in the order of the bytes of the paths, such as "types/router.lua". */
const EmbeddedRow *_Nonnull embedded_scripts(void);

/* The articles, in the order in which `moonroute help` lists them, such as "Words.md". */
const EmbeddedRow *_Nonnull embedded_articles(void);

/* The folder page, in the order of the bytes of the paths, such as "/index.html"; empty without
 * the trait Inspector. */
const EmbeddedRow *_Nonnull embedded_page(void);

/* The text of a script by its path; NULL if there is none. */
const char *_Nullable embedded_script(const char *_Nonnull path);

#endif
