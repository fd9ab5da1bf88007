/* linkbound papers [NUMBER]: the papers, and what they print, made again. docs/papers.md numbers them. */
#include "cli/papers.h"

#include "cli/commands.h"
#include "cli/say.h"
#include "cli/term.h"

#include <string.h>

static const cli_paper papers[] = {
    {
        .number = "000",
        .authors = "D. P. Bertsekas, C. \u00D6zveren, G. D. Stamoulis, P. Tseng, J. N. Tsitsiklis",
        .plain_authors = "D. P. Bertsekas, C. Ozveren, G. D. Stamoulis, P. Tseng, J. N. Tsitsiklis",
        .title = "Optimal Communication Algorithms for Hypercubes",
        .journal = "Journal of Parallel and Distributed Computing 11",
        .year = 1991,
        .parts = "Table 1, Figures 3, 4 and 6",
        .reproduce = cli_paper_000,
    },
    {
        .number = "001",
        .authors = "Q. F. Stout, B. Wagar",
        .title = "Intensive Hypercube Communication: Prearranged Communication in Link-Bound Machines",
        .journal = "Journal of Parallel and Distributed Computing 10",
        .year = 1990,
        .parts = "every boxed formula, K_d, the times it quotes for others, fixed packets",
        .costs = true,
        .reproduce = cli_paper_001,
    },
    {
        .number = "002",
        .authors = "E. A. Varvarigos, D. P. Bertsekas",
        .title = "Communication algorithms for isotropic tasks in hypercubes and wraparound meshes",
        .journal = "Parallel Computing 18",
        .year = 1992,
        .parts = "Figures 1 and 6, steps and delays on cubes, tori and rings",
        .reproduce = cli_paper_002,
    },
    {
        .number = "003",
        .authors = "G. D. Stamoulis, J. N. Tsitsiklis",
        .title = "An efficient algorithm for multiple simultaneous broadcasts in the hypercube",
        .journal = "Information Processing Letters 46",
        .year = 1993,
        .parts = "its totals slot by slot, few broadcasts, the ratio to the bound for K up to 2^d",
        .reproduce = cli_paper_003,
    },
    {
        .number = "004",
        .authors = "C.-T. Ho, S. L. Johnsson",
        .title = "Spanning Balanced Trees in Boolean Cubes",
        .journal = "Yale University, YALEU/DCS/TR-611",
        .year = 1988,
        .parts = "Tables 1 and 2, Figure 6, common edges, fan-outs, one-port volumes",
        .costs = true,
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

static int run(const cli_args *args) {
    const cli_paper *paper = NULL;
    if (!args->operands)
        return list(args);
    int status = find(args->operand[0], &paper);
    if (status)
        return status;
    if (!paper->reproduce)
        return cli_fail("paper %s is not reproduced yet; linkbound papers lists those that are", paper->number);
    if (args->given & OPTS_COST && !paper->costs)
        return cli_fail("paper %s has no times: --bytes, --tau and --beta are for 001 and 004", paper->number);
    if (!cli_given(args, OPT_JSON))
        return paper->reproduce(args, NULL);
    cli_json json = {.out = stdout};
    status = paper->reproduce(args, &json);
    if (json.more)
        putchar('\n');
    return status;
}

const cli_command cli_papers = {
    .name = "papers",
    .usage = "[NUMBER] [OPTION...]",
    .summary = "the papers, their tables and figures made again",
    .options = OPTS_LOOK | OPTS_COST | OPT_BIT(OPT_MOST) | OPT_BIT(OPT_JSON) | OPT_BIT(OPT_NAMES),
    .max_operands = 1,
    .run = run,
    .help = "Without a number: which papers there are. With one: its tables and figures, from\n"
            "plans made now, replayed, and held against the formulas and lower bounds; exit\n"
            "status 1 when something differs. --most is 20 by default and 24 at the most for\n"
            "000, 7 and 8 for 001, 10 and 16 for 002, 7 and 10 for 003, 20 and 24 for 004.\n"
            "The times of 001 and 004 are for 5040 bytes, tau = 1 and beta = 40 unless\n"
            "--bytes, --tau and --beta say otherwise.\n",
};
