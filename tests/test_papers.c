/* Exhibits and their three forms, with a paper that nobody wrote: what holds, what does not, and the tool's status. The
 * papers that there are are tested by sh/cli_papers.sh; here papers_at and its like are the test's own. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream, dup */
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/draw_words.h"
#include "cli/say.h"
#include "papers/papers.h"
#include "papers/render.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- The invented paper ---- */

static double found = 3; /* what is found where the paper says 3 */

static void make(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {WORDS("net", "network"),
                                        COLUMN("says", "says", .width = 6, .group = "steps"),
                                        COLUMN("found", "found.steps"),
                                        REAL("ratio", "found.ratio", 2),
                                        COLUMN("", "links.0", .where = IN_JSON),
                                        COLUMN("", "links.1", .where = IN_JSON)};
    static const char *const errata[] = {"Page 7: a 2 is missing.", NULL};
    static const ex_part parts[] = {{"table9", "Table 9"}};
    exhibit *e = ex_table(doc, "table9", "table9", "Table 9: rings, 2^n", columns, 6, "At least 1 <= n.");
    (void)work;
    ex_parts(doc, parts, 1);
    doc->errata = errata;
    ROW(e, v_text("ring:3"), V_AGREE(1, 1), v_real(1), v_count(7), v_none());
    ROW(e, v_text("ring:5"), V_AGREE(3, found), v_real(NAN));
    ex_remark(e, true, "printed: 2");
    ex_fact(e, "after.rows", v_text("yes"));
    ex_chart_add(doc, &(ex_chart){.of = e,
                                  .part = "table9",
                                  .title = "Curve",
                                  .subtitle = "",
                                  .about = "",
                                  .caption = "C",
                                  .x = 1,
                                  .y = {2},
                                  .curves = 1});
}

static const papers_paper invented = {.number = "009",
                                      .authors = "A. Nobody",
                                      .short_authors = "Nobody",
                                      .title = "Nothing",
                                      .journal = "None",
                                      .year = 1,
                                      .parts = "nothing",
                                      .doing = "",
                                      .least = 1,
                                      .most = 3,
                                      .usual = 2,
                                      .make = make};

unsigned papers_count(void) {
    return 1;
}

const papers_paper *papers_at(unsigned i) {
    (void)i;
    return &invented;
}

int papers_make(const papers_paper *paper, const papers_options *options, papers_doc **doc, lb_why *why) {
    papers_work work = {.most = options->most, .total = 1, .why = why};
    *doc = papers_doc_create(paper);
    make(&work, *doc);
    return (*doc)->failed ? LB_ERR_MEMORY : LB_OK;
}

/* What the command needs of the rest of the tool. */
int cli_draw_words(const char *words, const char *title, bool text, char **data) {
    (void)words, (void)title, (void)text, (void)data;
    return CLI_CANNOT;
}

const char *cli_option_name(cli_option option) {
    (void)option;
    return "";
}

/* ---- The forms ---- */

typedef enum form { TEXT, JSON, PAGE } form;

static char *render(form as, double what) {
    char *text = NULL;
    size_t size = 0;
    papers_doc *doc = NULL;
    papers_page page;
    found = what;
    assert_int_equal(papers_make(&invented, &(papers_options){.most = 2}, &doc, NULL), LB_OK);
    assert_int_equal(papers_doc_holds(doc), what == 3);
    if (as == PAGE) {
        assert_int_equal(papers_page_begin(&page), LB_OK);
        papers_page_add(&page, doc);
        assert_int_equal(papers_page_end(&page, &text, &size), LB_OK);
        papers_page_free(&page);
    } else {
        FILE *out = open_memstream(&text, &size);
        assert_non_null(out);
        out_json json = {.out = out};
        lb_style style = {.width = 80};
        if (as == TEXT)
            papers_text(out, &style, doc);
        else
            papers_json(&json, doc);
        fclose(out);
    }
    papers_doc_free(doc);
    return text;
}

static void has(const char *text, const char *part) {
    if (!strstr(text, part))
        fail_msg("no '%s' in: %s", part, text);
}

static void test_text(void **state) {
    (void)state;
    char *text = render(TEXT, 3);
    assert_string_equal(text, "Table 9: rings, 2^n\n"
                              "                         steps\n"
                              "  net       says  found  ratio\n"
                              "  ring:3       1      1   1.00\n"
                              "  ring:5       3      3      -  printed: 2\n"
                              "  At least 1 <= n.\n"
                              "\n"
                              "Errata\n"
                              "  Page 7: a 2 is missing.\n");
    free(text);
    text = render(TEXT, 4);
    has(text, "  ring:3       1             1   1.00\n");
    has(text,
        "  ring:5       3  4 (paper: 3)      -  printed: 2 !\n  At least 1 <= n.\n  NOT SO in the rows marked !.\n");
    free(text);
}

static void test_json(void **state) {
    (void)state;
    char *text = render(JSON, 3);
    assert_string_equal(
        text,
        "{\"holds\":true,\"table9\":{\"holds\":true,\"rows\":["
        "{\"network\":\"ring:3\",\"says\":1,\"found\":{\"steps\":1,\"ratio\":1},\"links\":[7,null],\"remark\":null,"
        "\"holds\":true},"
        "{\"network\":\"ring:5\",\"says\":3,\"found\":{\"steps\":3,\"ratio\":null},\"remark\":\"printed: 2\","
        "\"holds\":true}],\"after\":{\"rows\":\"yes\"}},\"errata\":[\"Page 7: a 2 is missing.\"]}");
    free(text);
    text = render(JSON, 4);
    has(text, "{\"holds\":false,\"table9\":{\"holds\":false,");
    has(text, "\"remark\":\"printed: 2\",\"holds\":false}");
    free(text);
}

static void test_page(void **state) {
    (void)state;
    char *text = render(PAGE, 3);
    has(text, "<section class=\"part\" id=\"p009-table9\">\n<h3>Table 9</h3>");
    has(text, "<h4>Table 9: rings, 2<sup>n</sup></h4>");
    has(text, "<table id=\"p009-table9-rows\" data-json=\"table9.rows\">");
    has(text, "<th scope=\"col\" class=\"words\" data-key=\"network\">net</th><th scope=\"col\" "
              "data-key=\"says\">steps: says</th>");
    has(text, "<tr class=\"erratum\"><td class=\"words\">ring:5</td><td>3</td><td>3</td><td>\u2013</td>"
              "<td class=\"remark\">printed: 2</td></tr>");
    has(text, "<span class=\"badge good\">\u2713 2 of 2 hold</span> At least 1 \u2264 n.");
    has(text, "<figure id=\"p009-table9-picture-0\"");
    has(text, "<li>Page 7: a 2 is missing.</li>");
    free(text);
    text = render(PAGE, 4);
    has(text, "<tr class=\"wrong\"><td class=\"words\">ring:5</td><td>3</td><td>4 (paper: 3)</td>");
    has(text, "<span class=\"badge bad\">1 of 2 do not hold</span>");
    free(text);
}

/* ---- Measuring ---- */

/* The example of exhibit.h. */
static void rings(papers_work *work, papers_doc *doc) {
    static const ex_column columns[] = {COLUMN("n", "n"), COLUMN("(n^2-1)/8", "formula"), COLUMN("steps", "steps")};
    exhibit *e = ex_table(doc, "rings", "rings", "Total exchange on odd rings: steps", columns, 3,
                          "Theorem 2: no schedule takes fewer.");
    for (unsigned i = 0; i < 3; i++) {
        static const char *const networks[] = {"ring:3", "ring:5", "ring:7"};
        static const double says[] = {1, 3, 6};
        papers_result r = papers_measure(work, &(papers_case){.network = networks[i], .kind = LB_ALLTOALL});
        ROW(e, v_count(3 + 2 * i), V_AGREE(says[i], r.steps));
        ex_holds(e, r.steps >= r.least);
    }
}

static void test_measure(void **state) {
    (void)state;
    lb_why why = {""};
    papers_work work = {.most = 1, .total = 1, .why = &why};
    papers_doc *doc = papers_doc_create(&invented);
    rings(&work, doc);
    assert_int_equal(work.error, LB_OK);
    assert_int_equal(doc->first->rows, 3);
    assert_true(papers_doc_holds(doc));
    /* The first error stays, and nothing is done after it. */
    assert_false(papers_measure(&work, &(papers_case){.network = "nonsense"}).made);
    assert_int_equal(work.error, LB_ERR_ARG);
    why.text[0] = '\0';
    assert_false(papers_measure(&work, &(papers_case){.network = "ring:3", .kind = LB_ALLTOALL}).made);
    papers_fail(&work, LB_ERR_SIZE, "later");
    assert_int_equal(work.error, LB_ERR_ARG);
    assert_string_equal(why.text, "");
    papers_doc_free(doc);
}

static int stop(void *user, double done) {
    (void)user, (void)done;
    return 1;
}

static void test_cancelled(void **state) {
    (void)state;
    lb_why why = {""};
    papers_work work = {.most = 1, .total = 1, .why = &why, .progress = stop};
    papers_measure(&work, &(papers_case){.network = "ring:3", .kind = LB_ALLTOALL});
    assert_int_equal(work.error, LB_ERR_CANCELLED);
}

/* ---- The command ---- */

/* Its exit status, with standard output into nothing. */
static int run(double what, bool json) {
    cli_args args = {
        .program = "linkbound", .command = "papers", .operand = {"009"}, .operands = 1, .given = {[OPT_JSON] = json}};
    int kept = dup(STDOUT_FILENO);
    found = what;
    fflush(stdout);
    assert_non_null(freopen("/dev/null", "w", stdout));
    int status = cli_papers.run(&args);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    return status;
}

static void test_status(void **state) {
    (void)state;
    assert_int_equal(run(3, false), CLI_OK);
    assert_int_equal(run(4, false), CLI_BROKEN);
    assert_int_equal(run(3, true), CLI_OK);
    assert_int_equal(run(4, true), CLI_BROKEN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),    cmocka_unit_test(test_json),      cmocka_unit_test(test_page),
        cmocka_unit_test(test_measure), cmocka_unit_test(test_cancelled), cmocka_unit_test(test_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
