/* An exhibit: something that a paper shows, a table or a figure, made again and kept as data.
 *
 * A paper's file fills exhibits in (p000.c and so on); three renderers that know no paper put them out: for a terminal
 * (text.c), for programs (json.c), as part of a page (page.c). So a figure is written down once. All that a new exhibit
 * takes:
 *
 *     static void rings(papers_work *work, papers_doc *doc) {
 *         static const ex_column columns[] = {COLUMN("n", "n"), COLUMN("(n^2-1)/8", "formula"),
 *                                             COLUMN("steps", "steps")};
 *         exhibit *e = ex_table(doc, "rings", "rings", "Total exchange on odd rings: steps", columns, 3,
 *                               "Theorem 2: no schedule takes fewer.");
 *         for (unsigned i = 0; i < 3; i++) {
 *             static const char *const networks[] = {"ring:3", "ring:5", "ring:7"};
 *             static const double says[] = {1, 3, 6};
 *             papers_result r = papers_measure(work, &(papers_case){.network = networks[i], .kind = LB_ALLTOALL});
 *             ROW(e, v_count(3 + 2 * i), V_AGREE(says[i], r.steps)); // what the paper says, what was found
 *             ex_holds(e, r.steps >= r.least);                       // and what else must be so
 *         }
 *     }
 *
 * and a call of rings() in the paper's make function. A row holds until something in it does not; a row that does not
 * is marked in every form, and the tool's exit status is 1.
 *
 * Everything belongs to the document and goes with it. When memory is short, functions do nothing and the document says
 * so in the end (doc->failed): nobody has to look in between. */
#ifndef PAPERS_EXHIBIT_H
#define PAPERS_EXHIBIT_H

#include "linkbound.h"

#if defined(__GNUC__)
#define EX_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define EX_PRINTF(f, a)
#endif

struct papers_paper;

/* Where something is shown. */
enum { IN_TEXT = 1, IN_JSON = 2, IN_PAGE = 4, FOR_PEOPLE = IN_TEXT | IN_PAGE, EVERYWHERE = 7, HIDDEN = 8 };

/* ---- Figures ---- */

typedef enum ex_kind {
    EX_ABSENT, /* JSON does not even have the key */
    EX_NONE,   /* null */
    EX_COUNT,
    EX_REAL, /* not finite: "-" and null */
    EX_WORDS,
    EX_YES,  /* yes or no, true or false */
    EX_HOLDS /* of facts: whether all rows hold */
} ex_kind;

typedef struct ex_value {
    ex_kind kind;
    union {
        uint64_t count;
        double real;
        const char *words;
        bool yes;
    };
    double says; /* what the paper says where that differs; else not a number */
} ex_value;

/* How a column looks. Text has numbers at the right and words at the left; the page likewise. */
typedef enum ex_look {
    AS_NUMBER,
    AS_WORDS,
    AS_EXACT, /* words that are read as a number, "7480/3": at the right in text */
    AS_LABEL  /* a number by which a row is named: at the left in text */
} ex_look;

typedef struct ex_column {
    const char *head; /* for people */
    const char *key;  /* for programs: its place in the row, "d", "steps.plan", "links.0" */
    int decimals;     /* of EX_REAL, for people */
    ex_look look;
    unsigned where;    /* 0: everywhere */
    unsigned width;    /* text: at least so wide */
    unsigned lead;     /* text: so many blanks more before it */
    const char *group; /* a head above this column and those after it, up to the next group */
} ex_column;

/* COLUMN("d", "d", .width = 2), WORDS("network", "network"), REAL("ratio", "ratio", 3) */
#define COLUMN(head_, ...)                                                                                             \
    { .head = (head_), .key = __VA_ARGS__ }
#define WORDS(head_, ...)                                                                                              \
    { .look = AS_WORDS, .head = (head_), .key = __VA_ARGS__ }
#define REAL(head_, key_, ...)                                                                                         \
    { .head = (head_), .key = (key_), .decimals = __VA_ARGS__ }

typedef struct ex_row_data {
    ex_value *cell; /* one for each column */
    unsigned filled;
    const char *remark, *mark; /* or NULL; mark: a sign at the end of the row, in text */
    bool erratum;              /* the remark says that the paper prints something else */
    bool holds;
} ex_row_data;

typedef struct ex_sentence {
    unsigned where;
    bool below;
    const char *text;
} ex_sentence;

typedef struct ex_fact_data {
    const char *key;
    ex_value value;
    bool after; /* the rows */
} ex_fact_data;

typedef struct exhibit {
    struct papers_doc *doc;
    struct exhibit *next;
    const char *part; /* of the paper, as the page has it; NULL: before all parts */
    const char *key;
    const char *title; /* or NULL */
    const char *name;  /* title on the page, where the part's own is above it; NULL: the same */
    unsigned where;    /* it is shown */

    /* Its place in the paper's JSON: facts are at `at`, rows at at.rows_key, or at `at` itself ("" as rows_key). Each
     * row ends with its remark and whether it holds, under these keys (NULL: not there). */
    const char *at, *rows_key, *remark_key, *holds_key;
    unsigned first; /* rows of earlier exhibits that are in the same list */
    bool sliced;    /* there are other exhibits in the same list */

    ex_column *column;
    ex_row_data *row;
    ex_sentence *sentence;
    ex_fact_data *fact;
    unsigned columns, rows, sentences, facts;
    unsigned remarks;      /* where remarks are shown to people */
    unsigned gap;          /* text: blanks between columns, as far as there is room */
    bool joined;           /* text: the next exhibit follows without an empty line */
    const char *figure[2]; /* text: drawn with ASCII, with UTF-8, in the place of a table; or NULL */
} exhibit;

/* A picture is what `linkbound draw WORDS` draws; whoever can draw fills in svg and text, which the document frees. */
typedef struct ex_picture {
    const char *part, *title, *words, *caption;
    unsigned where; /* 0: everywhere */
    char *svg, *text;
} ex_picture;
#define PICTURE(part_, title_, words_, ...)                                                                            \
    { .part = (part_), .title = (title_), .words = (words_), .caption = __VA_ARGS__ }

/* Columns of an exhibit as curves, on the page. */
enum { EX_CURVES = 4 };
typedef struct ex_chart {
    const exhibit *of;
    const char *part, *title, *subtitle, *about, *caption;
    unsigned x, y[EX_CURVES], curves; /* columns */
    const char *name[EX_CURVES];      /* NULL: the column's head */
    uint64_t most;                    /* of x; 0: all rows */
    unsigned bound;                   /* a column too; not 0: both scales are logarithmic, x is bytes */
} ex_chart;

typedef struct ex_part {
    const char *key, *title;
} ex_part;

/* A paper, made again. */
typedef struct papers_doc {
    const struct papers_paper *paper;
    exhibit *first, *last; /* as text and JSON have them; the page goes by parts */
    ex_part *part;
    ex_picture *picture;
    ex_chart *chart;
    unsigned parts, pictures, charts;
    const char *const *errata; /* NULL ends them */
    struct ex_string *strings;
    exhibit spare; /* stands in when memory is short */
    bool failed;
} papers_doc;

papers_doc *papers_doc_create(const struct papers_paper *paper);
void papers_doc_free(papers_doc *doc);
bool papers_doc_holds(const papers_doc *doc);

/* A string that lives as long as the document. */
const char *ex_keep(papers_doc *doc, const char *format, ...) EX_PRINTF(2, 3);

void ex_parts(papers_doc *doc, const ex_part *part, unsigned count);
void ex_pictures(papers_doc *doc, const ex_picture *picture, unsigned count);
void ex_chart_add(papers_doc *doc, const ex_chart *chart);

/* ---- Filling in ---- */

/* A new exhibit, the last of the document: everywhere, {"holds":..} at the end of rows. */
exhibit *ex_begin(papers_doc *doc, const char *part, const char *key, const char *title);

void ex_columns(exhibit *e, const ex_column *column, unsigned count);

/* The same with columns and a sentence below it; its JSON is {"holds":..,"rows":[{..,"remark":..,"holds":..}]}. */
exhibit *ex_table(papers_doc *doc, const char *part, const char *key, const char *title, const ex_column *column,
                  unsigned columns, const char *note);

/* The same, its title in the JSON too. */
exhibit *ex_titled(papers_doc *doc, const char *part, const char *key, const char *title, const ex_column *column,
                   unsigned columns, const char *note);

/* A new row, which holds; further cells of the last row. What is not filled in is absent.
 *     ROW(e, v_count(3), V_AGREE(1, r.steps), v_words(e, "%u..%u", near, far)); */
#define ROW(e_, ...) (ex_row(e_), CELLS(e_, __VA_ARGS__))
#define CELLS(e_, ...)                                                                                                 \
    ex_cells(e_, (const ex_value[]){__VA_ARGS__}, sizeof((const ex_value[]){__VA_ARGS__}) / sizeof(ex_value))
void ex_row(exhibit *e);
void ex_cells(exhibit *e, const ex_value *value, size_t count);
void ex_reals(exhibit *e, const double *value, unsigned count);

/* What cells and facts are made of. */
ex_value v_count(uint64_t value);
ex_value v_real(double value);
ex_value v_yes(bool value);
ex_value v_text(const char *text);                                     /* kept elsewhere; NULL or "": none */
ex_value v_words(exhibit *e, const char *format, ...) EX_PRINTF(2, 3); /* the same, kept with the document */
ex_value v_exact(exhibit *e, lb_ratio value);
ex_value v_none(void);
ex_value v_absent(void);
ex_value v_holds(void); /* of facts: whether all rows hold, those to come as well */

/* What was found: the row holds only if the paper says the same; if not, the cell shows both. V_AGREE is two cells:
 * what the paper says, and what was found. */
ex_value v_expect(double says, double found);
#define V_AGREE(says_, found_) v_real(says_), v_expect(says_, found_)

void ex_holds(exhibit *e, bool holds);
void ex_remark(exhibit *e, bool erratum, const char *format, ...) EX_PRINTF(3, 4);
void ex_mark(exhibit *e, const char *sign);

/* Sentences. On the page what is above a table is set as a formula. */
void ex_above(exhibit *e, unsigned where, const char *format, ...) EX_PRINTF(3, 4);
void ex_below(exhibit *e, unsigned where, const char *format, ...) EX_PRINTF(3, 4);

/* What is in the JSON beside the rows: before them, or after them if told after the first row. */
void ex_fact(exhibit *e, const char *key, ex_value value);

/* ---- Reading ---- */

bool ex_all_hold(const exhibit *e);
unsigned ex_wrong(const exhibit *e); /* rows that do not hold */

/* Whether it has columns there; whether this column is one. */
bool ex_has_table(const exhibit *e, unsigned form);
static inline bool ex_shown(const ex_column *column, unsigned form) {
    return !column->where || column->where & form;
}

/* The cell as people read it. */
enum { EX_CELL = 96 };
void ex_cell_text(const ex_column *column, const ex_value *value, char text[EX_CELL]);

#endif
