/* linkbound papers [NUMBER]: the papers, and what they print, made again. docs/papers.md numbers them; src/papers makes
 * them, and what is put out here. */
#define _GNU_SOURCE /* for open_memstream and strcasestr */
#include "cli/commands.h"
#include "cli/draw_words.h"
#include "cli/progress.h"
#include "cli/report_folder.h"
#include "cli/say.h"
#include "cli/term.h"
#include "out/json.h"
#include "papers/list.h"
#include "papers/papers.h"
#include "papers/render.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int list(const cli_args *args) {
    static const cli_option tables[] = {OPT_MOST, OPT_BYTES, OPT_TAU, OPT_BETA};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (cli_given(args, tables[i]))
            return cli_fail("%s needs the number of a paper; linkbound papers lists them", cli_option_name(tables[i]));
    }
    lb_style style = cli_style(stdout, args);
    out_json json = {.out = stdout};
    if (cli_given(args, OPT_JSON))
        papers_list_json(&json);
    for (unsigned i = 0; i < papers_count() && !cli_given(args, OPT_JSON); i++) {
        if (cli_given(args, OPT_NAMES))
            puts(papers_at(i)->number);
        else
            papers_entry_text(stdout, &style, papers_at(i));
    }
    return CLI_OK;
}

/* Letters with accents as they are without: "Ozveren". What is not Latin stays. */
static void plain_letters(const char *text, char *out, size_t size) {
    static const char latin[] = "AAAAAAACEEEEIIIIDNOOOOO*OUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty"; /* U+00C0 on */
    size_t length = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p && length + 1 < size; p++) {
        if (*p == 0xC3 && p[1] >= 0x80 && p[1] <= 0xBF)
            out[length++] = latin[*++p - 0x80];
        else if (*p == 0xCC && p[1] >= 0x80) /* an accent that follows its letter */
            p++;
        else
            out[length++] = (char)*p;
    }
    out[length] = '\0';
}

/* An author's name, a year, or both, "stout", "1990", "stout-1990": in any case of letters. */
static bool is_meant(const papers_paper *p, const char *text) {
    static const char between[] = " -_,&";
    const char *authors = p->plain_authors ? p->plain_authors : p->authors;
    char year[16], word[64], plain[128];
    plain_letters(text, plain, sizeof plain);
    text = plain;
    snprintf(year, sizeof year, "%u", p->year);
    text += strspn(text, between);
    bool meant = *text != '\0';
    while (*text && meant) {
        size_t length = strcspn(text, between);
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word), text);
        meant = strcmp(word, year) == 0 || strcasestr(authors, word);
        text += length;
        text += strspn(text, between);
    }
    return meant;
}

/* The author whose name is nearest, in small letters: "johnson" is "johnsson". */
static bool near_author(const char *text, char *author, size_t size) {
    char plain[128], words[64][32];
    const char *names[64];
    size_t count = 0;
    plain_letters(text, plain, sizeof plain);
    for (char *p = plain; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    for (unsigned i = 0; i < papers_count(); i++) {
        const papers_paper *paper = papers_at(i);
        const char *at = paper->plain_authors ? paper->plain_authors : paper->authors;
        while (*at && count < 64) {
            size_t length = strcspn(at, " ,.-");
            snprintf(words[count], sizeof words[count], "%.*s", (int)length, at);
            for (char *p = words[count]; *p; p++)
                *p = (char)tolower((unsigned char)*p);
            names[count] = words[count];
            count += length > 2;
            at += length + strspn(at + length, " ,.-");
        }
    }
    const char *near = lb_nearest(plain, names, count);
    snprintf(author, size, "%s", near ? near : "");
    return near != NULL;
}

static int find(const char *number, const papers_paper **paper) {
    const char *names[16];
    unsigned count = papers_count(), meant = 0;
    const papers_paper *only = NULL;
    char all[128] = "";
    for (unsigned i = 0; i < count; i++) {
        if (strlen(number) >= 3 && is_meant(papers_at(i), number)) {
            only = papers_at(i);
            snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", meant ? ", " : "", only->number);
            meant++;
        }
    }
    if (meant > 1)
        return cli_fail("'%.60s' means %u papers: %s; give a number", number, meant, all);
    if (only) {
        *paper = only;
        return CLI_OK;
    }
    for (unsigned i = 0; i < count; i++) {
        names[i] = papers_at(i)->number;
        if (strcmp(number, names[i]) == 0) {
            *paper = papers_at(i);
            return CLI_OK;
        }
    }
    if (lb_nearest(number, names, count))
        return cli_fail_unknown("paper", number, names, count);
    char author[64];
    if (near_author(number, author, sizeof author))
        return cli_fail("unknown paper '%.60s'; did you mean %s?", number, author);
    return cli_fail("unknown paper '%.60s'; linkbound papers lists their numbers, authors and years", number);
}

/* ---- Making them ---- */

/* Where to: as JSON, into a page, or both; with neither as text to standard output. */
typedef struct forms {
    const cli_args *args;
    bool all;
    out_json *json;
    papers_page *page;
} forms;

/* One paper takes --most as it is; of all, each as much of it as it can. */
static int most_of(const forms *f, const papers_paper *paper, unsigned *most) {
    *most = cli_given(f->args, OPT_MOST) ? f->args->most : paper->usual;
    if (f->all && *most < paper->least)
        *most = paper->least;
    if (f->all && *most > paper->most)
        *most = paper->most;
    if (*most < paper->least || *most > paper->most)
        return cli_fail("--most %u: the tables of %s go from the %u-cube to the %u-cube at the most", *most,
                        paper->number, paper->least, paper->most);
    return CLI_OK;
}

static lb_cost cost_of(const cli_args *args) {
    return (lb_cost){.bytes = cli_given(args, OPT_BYTES) ? args->bytes : 5040,
                     .tau = cli_given(args, OPT_TAU) ? args->tau : (lb_ratio){1, 1},
                     .beta = cli_given(args, OPT_BETA) ? args->beta : (lb_ratio){40, 1}};
}

static int make(const forms *f, const papers_paper *paper, papers_doc **doc) {
    lb_why why = {""};
    cli_progress progress;
    papers_options options = {.cost = cost_of(f->args), .progress = cli_progress_tick, .user = &progress};
    int status = most_of(f, paper, &options.most);
    if (status)
        return status;
    cli_progress_begin(&progress, paper->doing, 0, "", cli_given(f->args, OPT_QUIET));
    int error = papers_make(paper, &options, doc, &why);
    int stopped = cli_progress_end(&progress);
    if (stopped) {
        papers_doc_free(*doc);
        *doc = NULL;
        return stopped;
    }
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

static int draw(const forms *f, papers_doc *doc) {
    int status = CLI_OK;
    for (unsigned i = 0; i < doc->pictures && !status; i++) {
        ex_picture *p = &doc->picture[i];
        if (f->page)
            status = cli_draw_words(p->words, p->title, false, &p->svg);
        if (!status && (f->json || !f->page))
            status = cli_draw_words(p->words, p->title, true, &p->text);
    }
    return status;
}

/* In the JSON of all papers each is under its number. */
static void put(const forms *f, const papers_doc *doc) {
    if (f->json && f->all)
        out_json_key(f->json, doc->paper->number);
    if (f->json)
        papers_json(f->json, doc);
    if (f->page)
        papers_page_add(f->page, doc);
    if (!f->json && !f->page && !cli_given(f->args, OPT_QUIET)) {
        lb_style style = cli_style(stdout, f->args);
        papers_text(stdout, &style, doc);
    }
}

static int reproduce(const forms *f, const papers_paper *paper) {
    papers_doc *doc = NULL;
    int status = make(f, paper, &doc);
    if (!status)
        status = draw(f, doc);
    if (!status) {
        put(f, doc);
        status = papers_doc_holds(doc) ? CLI_OK : CLI_BROKEN;
    }
    papers_doc_free(doc);
    return status;
}

/* What differs from a paper is no reason not to look at the next one. */
static int reproduce_all(const forms *f) {
    int status = CLI_OK;
    for (unsigned i = 0; i < papers_count() && status <= CLI_BROKEN; i++) {
        if (i && !f->json && !f->page)
            putchar('\n');
        int one = reproduce(f, papers_at(i));
        status = one > status ? one : status;
    }
    return status;
}

/* paper NULL: all. */
static int run_forms(const forms *f, const papers_paper *paper) {
    return paper ? reproduce(f, paper) : reproduce_all(f);
}

/* Nothing is printed until all of it is there: with an error half an object would be worse than none. */
static int run_json(const forms *other, const papers_paper *paper) {
    char *data = NULL;
    size_t size = 0;
    out_json json = {.out = open_memstream(&data, &size)};
    if (!json.out)
        return cli_fail_why(LB_ERR_MEMORY, NULL);
    forms f = *other;
    f.json = &json;
    if (f.all)
        out_json_open(&json, NULL, '{');
    int status = run_forms(&f, paper);
    if (f.all)
        out_json_close(&json, '}');
    putc('\n', json.out);
    bool broken = ferror(json.out) != 0;
    if ((fclose(json.out) || broken) && status <= CLI_BROKEN)
        status = cli_fail_why(LB_ERR_MEMORY, NULL);
    if (status <= CLI_BROKEN)
        fwrite(data, 1, size, stdout);
    free(data);
    return status;
}

/* A line for each paper, and where the page is. */
static void tell(const papers_page *page, const char *folder, size_t size) {
    char *path = cli_report_page(folder);
    for (unsigned i = 0; i < page->papers; i++) {
        const page_count *p = &page->paper[i];
        printf("%s  %u table%s, %u picture%s; ", p->paper->number, p->tables, p->tables == 1 ? "" : "s", p->pictures,
               p->pictures == 1 ? "" : "s");
        if (p->wrong)
            printf("%u of %u rows DO%s NOT HOLD\n", p->wrong, p->rows, p->wrong == 1 ? "ES" : "");
        else if (p->rows == 1)
            printf("the row holds\n");
        else
            printf("all %u rows hold\n", p->rows);
    }
    printf("%s: %zu kB\n", path ? path : folder, (size + 999) / 1000);
    free(path);
}

static int end_page(papers_page *page, const char *folder, bool quiet) {
    char *html = NULL;
    size_t size = 0;
    int error = papers_page_end(page, &html, &size);
    int status = error ? cli_fail_why(error, NULL) : cli_report_write(folder, html, size);
    if (!status && !quiet)
        tell(page, folder, size);
    free(html);
    return status;
}

static int run_page(const forms *other, const papers_paper *paper) {
    papers_page page;
    forms f = *other;
    int error = papers_page_begin(&page), found = error ? cli_fail_why(error, NULL) : CLI_OK, status = CLI_OK;
    bool json = cli_given(f.args, OPT_JSON);
    f.page = &page;
    if (!error)
        found = json ? run_json(&f, paper) : run_forms(&f, paper);
    if (found <= CLI_BROKEN)
        status = end_page(&page, f.args->html, json);
    papers_page_free(&page);
    return status ? status : found;
}

static int run_papers(const cli_args *args, const papers_paper *paper) {
    const forms f = {.args = args, .all = !paper};
    if (cli_given(args, OPT_BYTES) && args->bytes == 0)
        return cli_fail("--bytes 0: there is nothing to send");
    if (args->html) {
        int status = cli_report_possible(args->html);
        return status ? status : run_page(&f, paper);
    }
    return cli_given(args, OPT_JSON) ? run_json(&f, paper) : run_forms(&f, paper);
}

static int run(const cli_args *args) {
    const papers_paper *paper = papers_at(0);
    if (!args->operands && !args->html)
        return list(args);
    if (cli_given(args, OPT_NAMES))
        return cli_fail("--names lists the papers; it goes with nothing else");
    if (!args->operands || strcmp(args->operand[0], "all") == 0)
        return run_papers(args, NULL);
    int status = find(args->operand[0], &paper);
    if (status)
        return status;
    if (cli_given_any(args, CLI_OPTIONS(OPT_BYTES, OPT_TAU, OPT_BETA)) && !paper->costs)
        return cli_fail("paper %s has no times: --bytes, --tau and --beta are for 001 and 004", paper->number);
    return run_papers(args, paper);
}

const cli_command cli_papers = {
    .name = "papers",
    .usage = "[NUMBER|AUTHOR|YEAR|all] [--html DIR] [OPTION...]",
    .summary = "reproduce the tables and figures of the papers",
    .options = CLI_OPTIONS(OPTS_LOOK, OPT_BYTES, OPT_TAU, OPT_BETA, OPT_MOST, OPT_JSON, OPT_QUIET, OPT_NAMES, OPT_HTML),
    .max_operands = 1,
    .run = run,
    .help = "Without a number: which papers there are. With one, or all: its tables and\n"
            "figures, from plans made now, replayed, and compared with formulas and lower\n"
            "bounds; exit status 1 if something differs. --html writes them, with drawings,\n"
            "as one page, DIR/index.html. --most is 20 by default and at most 24 for 000,\n"
            "7 and 8 for 001, 10 and 16 for 002, 7 and 10 for 003, 20 and 24 for 004, 10 and\n"
            "12 for 005 (tori of 2^10 nodes); with all, each goes as far as it can. The times\n"
            "of 001 and 004 are for 5040 bytes, tau = 1 and beta = 40 unless --bytes, --tau\n"
            "and --beta say otherwise.\n"
            "  linkbound papers varvarigos\n"
            "  linkbound papers stout-1990 -q\n"
            "  linkbound papers all --html report\n",
};
