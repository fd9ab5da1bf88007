/* linkbound papers [NUMBER]: the papers, and what they print, made again. docs/papers.md numbers them. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream */
#include "cli/papers.h"

#include "cli/commands.h"
#include "cli/papers_report.h"
#include "cli/say.h"
#include "cli/term.h"

#include <stdlib.h>
#include <string.h>

static const cli_paper papers[] = {
    {
        .number = "000",
        .authors = "D. P. Bertsekas, C. \u00D6zveren, G. D. Stamoulis, P. Tseng, J. N. Tsitsiklis",
        .plain_authors = "D. P. Bertsekas, C. Ozveren, G. D. Stamoulis, P. Tseng, J. N. Tsitsiklis",
        .short_authors = "Bertsekas et al.",
        .title = "Optimal Communication Algorithms for Hypercubes",
        .journal = "Journal of Parallel and Distributed Computing 11",
        .year = 1991,
        .parts = "Table 1 and every figure",
        .least = 1,
        .most = 24,
        .usual = 20,
        .reproduce = cli_paper_000,
    },
    {
        .number = "001",
        .authors = "Q. F. Stout, B. Wagar",
        .short_authors = "Stout & Wagar",
        .title = "Intensive Hypercube Communication: Prearranged Communication in Link-Bound Machines",
        .journal = "Journal of Parallel and Distributed Computing 10",
        .year = 1990,
        .parts = "every boxed formula, K_d, every figure, the times it quotes for others, fixed packets",
        .costs = true,
        .least = 1,
        .most = 8,
        .usual = 7,
        .reproduce = cli_paper_001,
    },
    {
        .number = "002",
        .authors = "E. A. Varvarigos, D. P. Bertsekas",
        .short_authors = "Varvarigos & Bertsekas",
        .title = "Communication algorithms for isotropic tasks in hypercubes and wraparound meshes",
        .journal = "Parallel Computing 18",
        .year = 1992,
        .parts = "every figure, steps and delays on cubes, tori and rings",
        .least = 2,
        .most = 16,
        .usual = 10,
        .reproduce = cli_paper_002,
    },
    {
        .number = "003",
        .authors = "G. D. Stamoulis, J. N. Tsitsiklis",
        .short_authors = "Stamoulis & Tsitsiklis",
        .title = "An efficient algorithm for multiple simultaneous broadcasts in the hypercube",
        .journal = "Information Processing Letters 46",
        .year = 1993,
        .parts = "its totals slot by slot, few broadcasts, the ratio to the bound for K up to 2^d",
        .least = 3,
        .most = 10,
        .usual = 7,
        .reproduce = cli_paper_003,
    },
    {
        .number = "004",
        .authors = "C.-T. Ho, S. L. Johnsson",
        .short_authors = "Ho & Johnsson",
        .title = "Spanning Balanced Trees in Boolean Cubes",
        .journal = "Yale University, YALEU/DCS/TR-611",
        .year = 1988,
        .parts = "Tables 1 and 2, every figure, common edges, fan-outs, one-port volumes",
        .costs = true,
        .least = 2,
        .most = 24,
        .usual = 20,
        .reproduce = cli_paper_004,
    },
};

enum { PAPERS = sizeof papers / sizeof papers[0], INDENT = 5 };

static void put_line(const lb_style *style, const char *text) {
    printf("%*s", INDENT, "");
    cli_wrap(stdout, INDENT, style->width, text);
}

static void put_paper(const lb_style *style, const cli_paper *p) {
    char text[256];
    printf("%s%s%s  ", lb_ink_on(style, LB_INK_BOLD), p->number, lb_ink_on(style, LB_INK_PLAIN));
    cli_wrap(stdout, INDENT, style->width, p->title);
    put_line(style, p->plain_authors && !style->utf8 ? p->plain_authors : p->authors);
    snprintf(text, sizeof text, "%s, %u", p->journal, p->year);
    put_line(style, text);
    if (p->reproduce)
        snprintf(text, sizeof text, "linkbound papers %s reproduces %s", p->number, p->parts);
    else
        snprintf(text, sizeof text, "not reproduced yet");
    put_line(style, text);
}

static void json_paper(cli_json *json, const cli_paper *p) {
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "number", p->number);
    cli_json_text(json, "authors", p->authors);
    cli_json_text(json, "title", p->title);
    cli_json_text(json, "journal", p->journal);
    cli_json_number(json, "year", p->year);
    cli_json_bool(json, "reproducible", p->reproduce != NULL);
    cli_json_text(json, "parts", p->parts);
    cli_json_close(json, '}');
}

static void list_json(void) {
    cli_json json = {.out = stdout};
    cli_json_open(&json, NULL, '{');
    cli_json_open(&json, "papers", '[');
    for (size_t i = 0; i < PAPERS; i++)
        json_paper(&json, &papers[i]);
    cli_json_close(&json, ']');
    cli_json_end(&json);
}

static int list(const cli_args *args) {
    static const cli_option tables[] = {OPT_MOST, OPT_BYTES, OPT_TAU, OPT_BETA};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (cli_given(args, tables[i]))
            return cli_fail("%s needs the number of a paper; linkbound papers lists them", cli_option_name(tables[i]));
    }
    if (cli_given(args, OPT_JSON)) {
        list_json();
        return CLI_OK;
    }
    lb_style style = cli_style(stdout, args);
    for (size_t i = 0; i < PAPERS; i++) {
        if (cli_given(args, OPT_NAMES) && papers[i].reproduce)
            puts(papers[i].number);
        else if (!cli_given(args, OPT_NAMES))
            put_paper(&style, &papers[i]);
    }
    return CLI_OK;
}

static int find(const char *number, const cli_paper **paper) {
    const char *names[PAPERS];
    for (size_t i = 0; i < PAPERS; i++) {
        names[i] = papers[i].number;
        if (strcmp(number, names[i]) == 0) {
            *paper = &papers[i];
            return CLI_OK;
        }
    }
    return cli_fail_unknown("paper", number, names, PAPERS);
}

/* One paper takes --most as it is; of all, each as much of it as it can. */
static int most_of(const cli_args *args, const cli_paper *paper, bool all, unsigned *most) {
    *most = paper->usual;
    if (!cli_given(args, OPT_MOST))
        return CLI_OK;
    *most = args->most;
    if (all && *most < paper->least)
        *most = paper->least;
    if (all && *most > paper->most)
        *most = paper->most;
    if (*most < paper->least || *most > paper->most)
        return cli_fail("--most %u: the tables of %s go from the %u-cube to the %u-cube at the most", *most,
                        paper->number, paper->least, paper->most);
    return CLI_OK;
}

/* In the JSON of all papers each is under its number. */
static int reproduce(const cli_args *args, const cli_paper *paper, bool all, const cli_paper_out *out) {
    unsigned most = 0;
    int status = most_of(args, paper, all, &most);
    if (status)
        return status;
    if (out->page)
        cli_page_paper_begin(out->page, paper);
    status = paper->reproduce(args, most, out);
    if (out->page)
        cli_page_paper_end(out->page);
    return status;
}

/* What differs from a paper is no reason not to look at the next one. */
static int reproduce_all(const cli_args *args, const cli_paper_out *out) {
    int status = CLI_OK;
    for (size_t i = 0; i < PAPERS && status <= CLI_BROKEN; i++) {
        bool text = !out->json && !out->page;
        if (out->json)
            cli_json_key(out->json, papers[i].number);
        int one = reproduce(args, &papers[i], true, out);
        status = one > status ? one : status;
        if (text && i + 1 < PAPERS && status <= CLI_BROKEN)
            putchar('\n');
    }
    return status;
}

static int make_json(const cli_args *args, const cli_paper *paper, cli_page *page, cli_json *json) {
    const cli_paper_out out = {.json = json, .page = page};
    if (paper)
        return reproduce(args, paper, false, &out);
    cli_json_open(json, NULL, '{');
    int status = reproduce_all(args, &out);
    cli_json_close(json, '}');
    return status;
}

/* Nothing is printed until all of it is there: with an error half an object would be worse than none. */
static int run_json(const cli_args *args, const cli_paper *paper, cli_page *page) {
    char *data = NULL;
    size_t size = 0;
    cli_json json = {.out = open_memstream(&data, &size)};
    if (!json.out)
        return cli_fail_why(LB_ERR_MEMORY, NULL);
    int status = make_json(args, paper, page, &json);
    putc('\n', json.out);
    bool broken = ferror(json.out) != 0;
    if ((fclose(json.out) || broken) && status <= CLI_BROKEN)
        status = cli_fail_why(LB_ERR_MEMORY, NULL);
    if (status <= CLI_BROKEN)
        fwrite(data, 1, size, stdout);
    free(data);
    return status;
}

static int run_page(const cli_args *args, const cli_paper *paper) {
    cli_page page;
    char *html = NULL;
    size_t size = 0;
    int status = cli_page_begin(&page), found = CLI_OK;
    if (!status && cli_given(args, OPT_JSON)) {
        found = run_json(args, paper, &page);
    } else if (!status) {
        const cli_paper_out out = {.page = &page};
        found = paper ? reproduce(args, paper, false, &out) : reproduce_all(args, &out);
    }
    if (!status && found <= CLI_BROKEN)
        status = cli_page_end(&page, &html, &size);
    if (!status && found <= CLI_BROKEN)
        status = cli_report_write(args->html, html, size);
    if (!status && found <= CLI_BROKEN && !cli_given(args, OPT_JSON))
        cli_page_tell(&page, args->html, size);
    free(html);
    cli_page_free(&page);
    return status ? status : found;
}

static int run_papers(const cli_args *args, const cli_paper *paper) {
    const cli_paper_out text = {.json = NULL};
    if (args->html) {
        int status = cli_report_possible(args->html);
        return status ? status : run_page(args, paper);
    }
    if (cli_given(args, OPT_JSON))
        return run_json(args, paper, NULL);
    return paper ? reproduce(args, paper, false, &text) : reproduce_all(args, &text);
}

static int run(const cli_args *args) {
    const cli_paper *paper = NULL;
    if (!args->operands && !args->html)
        return list(args);
    if (cli_given(args, OPT_NAMES))
        return cli_fail("--names lists the papers; it goes with nothing else");
    if (!args->operands || strcmp(args->operand[0], "all") == 0)
        return run_papers(args, NULL);
    int status = find(args->operand[0], &paper);
    if (status)
        return status;
    if (args->given & OPTS_COST && !paper->costs)
        return cli_fail("paper %s has no times: --bytes, --tau and --beta are for 001 and 004", paper->number);
    return run_papers(args, paper);
}

const cli_command cli_papers = {
    .name = "papers",
    .usage = "[NUMBER|all] [--html DIR] [OPTION...]",
    .summary = "the papers, their tables and figures made again",
    .options = OPTS_LOOK | OPTS_COST | OPT_BIT(OPT_MOST) | OPT_BIT(OPT_JSON) | OPT_BIT(OPT_NAMES) | OPT_BIT(OPT_HTML),
    .max_operands = 1,
    .run = run,
    .help = "Without a number: which papers there are. With one, or all: its tables and\n"
            "figures, from plans made now, replayed, and held against the formulas and lower\n"
            "bounds; exit status 1 when something differs. --html writes them, with drawings,\n"
            "as one page, DIR/index.html. --most is 20 by default and 24 at the most for 000,\n"
            "7 and 8 for 001, 10 and 16 for 002, 7 and 10 for 003, 20 and 24 for 004; with\n"
            "all, each goes as far as it can. The times of 001 and 004 are for 5040 bytes,\n"
            "tau = 1 and beta = 40 unless --bytes, --tau and --beta say otherwise.\n"
            "  linkbound papers all --html report\n",
};
