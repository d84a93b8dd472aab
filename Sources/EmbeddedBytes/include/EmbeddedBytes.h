#ifndef EMBEDDED_BYTES_H
#define EMBEDDED_BYTES_H

/* A file in the binary. */
typedef struct {
  /* The path relative to the folder of its table; NULL after the last row. */
  const char *_Nullable path;
  const char *_Nullable text;
  /* The name of an article for `moonroute help`. */
  const char *_Nullable name;
} EmbeddedRow;

/* The folder scripts, sorted by the bytes of the paths, such as "types/router.lua". */
const EmbeddedRow *_Nonnull embedded_scripts(void);

/* The articles, such as "Words.md". */
const EmbeddedRow *_Nonnull embedded_articles(void);

/* The first page of the documentation, which lists the articles by chapter. */
const char *_Nonnull embedded_contents(void);

/* The style sheet with the colours and the type of the inspector and the reports. */
const char *_Nonnull embedded_tokens(void);

/* The folder page, sorted by the bytes of the paths, such as "/index.html"; empty without the
 * trait Inspector. */
const EmbeddedRow *_Nonnull embedded_page(void);

/* The text of a script by its path; NULL for an unknown path. */
const char *_Nullable embedded_script(const char *_Nonnull path);

#endif
