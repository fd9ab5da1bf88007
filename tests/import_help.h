/* Texts as files of other tools, for the tests of their readers. */
#ifndef LB_TEST_IMPORT_HELP_H
#define LB_TEST_IMPORT_HELP_H

#include "import/import.h"
#include "support/support.h"

#include <string.h>

/* What the reader answers, in one line that has the sentence. */
static inline void expect_on(const char *text, const lb_import_options *options, int error, const char *sentence) {
    lb_imported it;
    lb_why why = {""};
    int got = lb_import_bytes(text, strlen(text), options, &it, &why);
    t_note("%s", why.text);
    T_EQUAL(got, error);
    T_TRUE(error == LB_OK || strstr(why.text, sentence));
    if (error)
        assert_null(it.plan);
    assert_null(strpbrk(why.text, "\n\r\033"));
    lb_imported_free(&it);
}

static inline void expect(const char *text, int error, const char *sentence) {
    expect_on(text, NULL, error, sentence);
}

/* A right file of this format, as a plan of this kind in so many steps. */
static inline void expect_plan(const char *text, lb_import_format format, lb_task_kind kind, uint32_t steps) {
    lb_imported it;
    lb_why why = {""};
    int error = lb_import_bytes(text, strlen(text), NULL, &it, &why);
    t_note("%s", why.text);
    T_EQUAL(error, LB_OK);
    T_EQUAL(it.format, format);
    T_EQUAL(lb_task_kind_of(lb_plan_task(it.plan)), kind);
    T_EQUAL(lb_plan_steps(it.plan), steps);
    t_check(it.plan, LB_REPLAY_FULL);
    lb_imported_free(&it);
}

#endif
