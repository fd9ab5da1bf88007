/* Schedule files: what is written is what is read, in every form, and what is wrong with a schedule is found. */
#define _XOPEN_SOURCE 700
#include "file/read.h"
#include "file_help.h"
#include "plan/plan.h"

/* The same moves, each with the same items; within a step in any order, since a file has no template. */
static uint64_t digest(const lb_plan *plan) {
    lb_cursor *cursor;
    lb_move move;
    uint64_t sum = 0;
    assert_int_equal(lb_cursor_open(plan, &cursor, NULL), LB_OK);
    while (lb_cursor_next(cursor, &move)) {
        uint64_t h = move.step * UINT64_C(0x9E3779B97F4A7C15) + move.from;
        h = (h ^ h >> 29) * UINT64_C(0xBF58476D1CE4E5B9) + move.to * 64 + move.port * 2 + move.op;
        for (uint32_t i = 0; i < move.nitems; i++) {
            const lb_item *item = &move.items[i];
            h = (h ^ h >> 32) * UINT64_C(0x94D049BB133111EB) + item->origin;
            h = (h ^ h >> 29) * UINT64_C(0xBF58476D1CE4E5B9) + item->dest + ((uint64_t)item->copy << 32);
            h = (h ^ h >> 31) * UINT64_C(0x9E3779B97F4A7C15) + item->lo + item->hi * 65537;
        }
        sum += h ^ h >> 32;
    }
    lb_cursor_close(cursor);
    return sum;
}

/* Write, check, read, write again. */
static void round_trip(const lb_plan *plan) {
    lb_header header;
    lb_report report;
    lb_plan *copy;
    lb_why why = {""};
    if (lb_plan_write(plan, "s", NULL, &why))
        fail_msg("%s", why.text);
    if (lb_check_file("s", NULL, &header, &report, &why))
        fail_msg("%s: %s", lb_plan_algorithm(plan), why.text);
    expect_header(&header, plan);
    assert_int_equal(report.moves, lb_plan_moves(plan));
    lb_task_free(header.task);
    lb_report_free(&report);
    if (lb_plan_read("s", &copy, &why))
        fail_msg("%s", why.text);
    assert_int_equal(lb_plan_orbit(copy), LB_EXPLICIT);
    assert_int_equal(lb_plan_packet(copy), lb_plan_packet(plan));
    assert_int_equal(lb_plan_control(copy, false), lb_plan_control(plan, false));
    assert_int_equal(lb_plan_control(copy, true), lb_plan_control(plan, true));
    assert_int_equal(digest(copy), digest(plan));
    assert_int_equal(lb_plan_write(copy, "t", NULL, &why), LB_OK);
    lb_plan *third;
    assert_int_equal(lb_plan_read("t", &third, &why), LB_OK);
    assert_int_equal(digest(third), digest(plan));
    lb_plan_free(third);
    lb_plan_free(copy);
    unlink("s");
    unlink("t");
    assert_int_equal(entries(), 0);
}

/* What is left out is what most schedules have, and counts are counted. */
static void short_header(void **state) {
    (void)state;
    lb_header header;
    lb_report report;
    lb_plan *plan;
    lb_why why = {""};
    save("s", "{\"linkbound\":1,\"network\":\"2x2\",\"task\":\"broadcast\"}\n"
              "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0]]}\n"
              "{\"step\":3,\"from\":0,\"to\":2,\"data\":[[0]]}\n"
              "{\"step\":3,\"from\":1,\"to\":3,\"data\":[[0]]}\n");
    if (lb_check_file("s", NULL, &header, &report, &why))
        fail_msg("%s", why.text);
    assert_int_equal(header.steps, 3);
    assert_int_equal(header.moves, 3);
    assert_int_equal(header.ports, 2);
    assert_int_equal(header.clock, LB_UNIT);
    assert_int_equal(header.denominator, 1);
    assert_string_equal(header.algorithm, "unnamed");
    lb_task_free(header.task);
    lb_report_free(&report);
    if (lb_plan_read("s", &plan, &why))
        fail_msg("%s", why.text);
    assert_int_equal(lb_plan_steps(plan), 3);
    assert_int_equal(lb_plan_moves(plan), 3);
    assert_int_equal(lb_plan_ports(plan), 2);
    lb_plan_free(plan);
    /* One of the two counts, which must be true. */
    save("s", "{\"linkbound\":1,\"network\":\"2\",\"task\":\"broadcast\",\"moves\":2}\n"
              "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0]]}\n");
    assert_int_equal(lb_check_file("s", NULL, NULL, &report, &why), LB_ERR_CHECK);
    assert_int_equal(report.rule, LB_RULE_COUNTS);
    lb_report_free(&report);
    assert_int_equal(lb_plan_read("s", &plan, &why), LB_ERR_CHECK);
    unlink("s");
}

static void all_tasks(void **state) {
    (void)state;
    static const char *const nets[] = {"1", "2", "cube:3", "ring:5", "3x4", "4x4", "2x3x1x2"};
    static const uint32_t twice[] = {1, 2, 1};
    unsigned trips = 0;
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++) {
        lb_net *net;
        assert_int_equal(lb_net_parse(nets[i], &net, NULL), LB_OK);
        uint32_t n = lb_net_nodes(net), list[16] = {0};
        for (uint32_t v = 0; v < n; v++)
            list[v] = (v + 1) % n;
        lb_net_free(net);
        for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
            size_t count = kind == LB_PERMUTE ? n : n < 3 ? n : 3;
            lb_task_params params = {
                .root = n - 1, .to = n / 2, .list = list, .count = count, .nearest = 0, .farthest = 2};
            if (count == 3 && kind != LB_PERMUTE)
                params.list = twice;
            for (int clock = 0; clock < 2; clock++) {
                for (uint64_t packets = 1; packets <= (clock == LB_UNIT ? 3 : 1); packets += 2) {
                    lb_plan_options options = {.clock = (lb_clock)clock, .packets = packets, .effort = 1};
                    lb_plan *plan = plan_of(nets[i], (lb_task_kind)kind, &params, &options);
                    if (plan) {
                        round_trip(plan);
                        trips++;
                    }
                    lb_plan_free(plan);
                }
            }
        }
    }
    assert_true(trips > 50);
}

/* Every field at its longest, through the fast path and through the general scanner. */
static void extreme_values(void **state) {
    (void)state;
    uint64_t most = LB_JSON_MAX;
    char text[1024];
    snprintf(
        text, sizeof text,
        "{\"linkbound\":1,\"network\":\"2\",\"task\":\"isotropic\",\"offsets\":[1,1],\"ports\":1,\"clock\":\"unit\","
        "\"algorithm\":\"\\\"\\\\\\/ caf\\u00e9 \\ud83d\\ude00\",\"steps\":4294967294,\"moves\":9007199254740991,"
        "\"denominator\":9007199254740991,\"packet\":1}\n"
        "{\"step\":4294967294,\"from\":4294967294,\"to\":4294967293,\"data\":[[4294967294,4294967293,4294967292,"
        "9007199254740990,9007199254740991],[0,1],[1,0,1]]}\n");
    for (int general = 0; general < 2; general++) {
        lb_reader reader;
        lb_move move;
        lb_why why = {""};
        assert_int_equal(lb_reader_open_memory(&reader, text, strlen(text), 0, &why), LB_OK);
        reader.general = general;
        assert_string_equal(reader.header.algorithm, "\"\\/ caf\xC3\xA9 \xF0\x9F\x98\x80");
        assert_int_equal(reader.header.moves, most);
        assert_int_equal(reader.header.packet, 1);
        for (int pass = 0; pass < 3; pass++) {
            assert_int_equal(lb_reader_next(&reader, &move, &why), 1);
            assert_int_equal(reader.line, 2);
            assert_int_equal(move.step, 4294967294);
            assert_int_equal(move.from, 4294967294);
            assert_int_equal(move.to, 4294967293);
            assert_int_equal(move.nitems, 3);
            assert_int_equal(move.items[0].copy, 4294967292);
            assert_int_equal(move.items[0].lo, most - 1);
            assert_int_equal(move.items[0].hi, most);
            assert_int_equal(move.items[1].hi, most);
            assert_int_equal(move.items[2].copy, 1);
            assert_int_equal(lb_reader_next(&reader, &move, &why), 0);
            assert_int_equal(lb_reader_next(&reader, &move, &why), 0);
            assert_true(lb_reader_done(&reader) == 1.0);
            lb_reader_rewind(&reader);
        }
        lb_reader_close(&reader);
    }
}

#define SEND                                                                                                           \
    "{\"linkbound\":1,\"network\":\"2x2\",\"task\":\"send\",\"to\":3,\"ports\":2,\"clock\":\"unit\","                  \
    "\"algorithm\":\"hand\",\"steps\":2,\"moves\":2,\"denominator\":1}\n"
#define GOOD                                                                                                           \
    SEND "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,3]]}\n{\"step\":2,\"from\":1,\"to\":3,\"data\":[[0,3]]}\n"

/* Forms that mean the same. */
static void free_forms(void **state) {
    (void)state;
    static const char *const texts[] = {
        GOOD,
        SEND "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,3]]}\n{\"step\":2,\"from\":1,\"to\":3,\"data\":[[0,3]]}",
        SEND "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,3,0]]}\r\n{\"data\":[[0,3,0,0,1]],\"to\":3,\"from\":1,"
             "\"step\":2}\r\n\r\n",
        SEND "{\"step\": 1, \"from\": 0, \"to\": 1, \"data\": [[0, 3]]}\n"
             "{\"step\": 2, \"from\": 1, \"to\": 3, \"data\": [[0, 3, 0, 0, 1]]}\n",
        SEND "{\"_\":{\"a\":[]},\"step\":1, \"from\" :0,\"to\":\t1,\"data\":[ [ 0 , 3 ] ]} \n"
             "{\"st\\u0065p\":2,\"from\":1,\"to\":3,\"data\":[[0,3,0,1]],\"_\":1,\"_\":2}\n\n \n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        lb_report report;
        lb_why why = {""};
        save("s", texts[i]);
        if (lb_check_file("s", NULL, NULL, &report, &why))
            fail_msg("%zu: %s", i, why.text);
        lb_report_free(&report);
    }
    unlink("s");
}

/* Every example of the documentation is a schedule that holds. */
static void documented_examples(void **state) {
    (void)state;
    const char *source = getenv("SRC");
    char path[4096], line[1024];
    unsigned examples = 0;
    if (!source)
        skip();
    snprintf(path, sizeof path, "%s/docs/schedule-file.md", source);
    FILE *page = fopen(path, "r"), *out = NULL;
    assert_non_null(page);
    while (fgets(line, sizeof line, page)) {
        lb_report report;
        lb_why why = {""};
        if (strcmp(line, "```jsonl\n") == 0) {
            out = fopen("s", "w");
            assert_non_null(out);
        } else if (out && strcmp(line, "```\n") == 0) {
            assert_int_equal(fclose(out), 0);
            out = NULL;
            if (lb_check_file("s", NULL, NULL, &report, &why))
                fail_msg("%s", why.text);
            lb_report_free(&report);
            examples++;
        } else if (out) {
            fputs(line, out);
        }
    }
    fclose(page);
    assert_int_equal(examples, 5);
    unlink("s");
}

/* What has good form and breaks the model: the checker's verdict with the line, and the loader's refusal. */
static void broken_schedules(void **state) {
    (void)state;
    static const struct {
        const char *text;
        lb_rule rule;
        uint64_t line; /* 0: not of one move */
        const char *loading;
    } list[] = {
        {SEND "{\"step\":2,\"from\":0,\"to\":1,\"data\":[[0,3]]}\n{\"step\":1,\"from\":1,\"to\":3,\"data\":[[0,3]]}\n",
         LB_RULE_STEP_ORDER, 3, "s:3: steps are out of order (step 1, 1 to 3)"},
        {SEND "{\"step\":1,\"from\":0,\"to\":3,\"data\":[[0,3]]}\n", LB_RULE_LINK, 2,
         "s:2: there is no such link (step 1, 0 to 3)"},
        {SEND "{\"step\":1,\"from\":0,\"to\":0,\"data\":[[0,3]]}\n", LB_RULE_LINK, 2,
         "s:2: there is no such link (step 1, 0 to 0)"},
        {SEND "{\"step\":1,\"from\":0,\"to\":4,\"data\":[[0,3]]}\n", LB_RULE_LINK, 2,
         "s:2: there is no such node (step 1, 0 to 4)"},
        {SEND "{\"step\":1,\"from\":4294967294,\"to\":1,\"data\":[[0,3]]}\n", LB_RULE_LINK, 2,
         "s:2: there is no such node (step 1, 4294967294 to 1)"},
        {SEND "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,2]]}\n", LB_RULE_BLOCK, 2,
         "s:2: the packet has a block that is not of the task (step 1, 0 to 1)"},
        {SEND "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,3,1]]}\n", LB_RULE_BLOCK, 2,
         "s:2: the packet has a block that is not of the task (step 1, 0 to 1)"},
        {SEND "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,4294967294]]}\n", LB_RULE_BLOCK, 2,
         "s:2: the packet has a block that is not of the task (step 1, 0 to 1)"},
        {SEND "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,3]]}\n{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,3]]}\n",
         LB_RULE_LINK_BUSY, 3, NULL},
        {SEND, LB_RULE_NONE, 0, "s:1: the header says 2 moves, the file has 0"},
        {GOOD "{\"step\":3,\"from\":1,\"to\":3,\"data\":[[0,3]]}\n", LB_RULE_NONE, 0,
         "s:1: the header says 2 moves, the file has 3"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        lb_header header;
        lb_report report;
        lb_plan *plan;
        lb_why why = {""};
        save("s", list[i].text);
        assert_int_equal(lb_check_file("s", NULL, &header, &report, &why), LB_ERR_CHECK);
        assert_non_null(header.task);
        lb_task_free(header.task);
        assert_int_not_equal(report.rule, LB_RULE_NONE);
        if (list[i].rule != LB_RULE_NONE)
            assert_int_equal(report.rule, list[i].rule);
        char where[LB_WHY_MAX + 32];
        if (list[i].line)
            assert_int_equal(report.line, list[i].line);
        if (report.line)
            snprintf(where, sizeof where, "s:%u: %s", (unsigned)report.line, report.text);
        else
            snprintf(where, sizeof where, "s: %s", report.text);
        assert_string_equal(why.text, where);
        lb_report_free(&report);
        assert_int_equal(lb_plan_read("s", &plan, &why), LB_ERR_CHECK);
        assert_null(plan);
        if (list[i].loading)
            assert_string_equal(why.text, list[i].loading);
    }
    unlink("s");
}

/* A million idle steps are held, a billion are not. */
static void idle_steps(void **state) {
    (void)state;
    lb_plan *plan;
    lb_why why = {""};
    static const char form[] =
        "{\"linkbound\":1,\"network\":\"2\",\"task\":\"send\",\"to\":1,\"ports\":1,\"clock\":\"unit\","
        "\"algorithm\":\"hand\",\"steps\":%d,\"moves\":1,\"denominator\":1}\n"
        "{\"step\":%d,\"from\":0,\"to\":1,\"data\":[[0,1]]}\n";
    char text[512];
    snprintf(text, sizeof text, form, 1000000, 1000000);
    save("s", text);
    assert_int_equal(lb_plan_read("s", &plan, &why), LB_OK);
    assert_int_equal(lb_plan_steps(plan), 1000000);
    lb_plan_free(plan);
    snprintf(text, sizeof text, form, 1000000000, 1000000000);
    save("s", text);
    assert_int_equal(lb_plan_read("s", &plan, &why), LB_ERR_SIZE);
    assert_string_equal(why.text, "s:1: 1000000000 steps for 1 moves are too many to hold");
    unlink("s");
}

#define CONTROLLED(control, first)                                                                                     \
    "{\"linkbound\":1,\"network\":\"2\",\"task\":\"broadcast\",\"ports\":1,\"clock\":\"unit\",\"algorithm\":\"a\","    \
    "\"steps\":" first ",\"moves\":1,\"denominator\":1" control "}\n{\"step\":" first                                  \
    ",\"from\":0,\"to\":1,\"data\":[[0]]}\n"

/* Steps without data are in the header, and are kept free. Old files have remarks in their place. */
static void control_steps(void **state) {
    (void)state;
    static const uint32_t sources[] = {1, 5, 5, 6, 0};
    static const char *const algorithms[] = {"three-phase", "three-phase-scan", "many-roots", "auto"};
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
        lb_plan *plan = plan_of("cube:3", LB_MULTIBROADCAST, &(lb_task_params){.list = sources, .count = 5},
                                &(lb_plan_options){.algorithm = algorithms[i]});
        assert_non_null(plan);
        round_trip(plan);
        lb_plan_free(plan);
    }
    static const struct {
        const char *text;
        uint32_t before, after;
        int error;
    } files[] = {
        {CONTROLLED("", "1"), 0, 0, LB_OK},
        {CONTROLLED(",\"control\":[2,7]", "3"), 2, 7, LB_OK},
        {CONTROLLED(",\"control\":[0,1]", "1"), 0, 1, LB_OK},
        {CONTROLLED(",\"_control_before\":2,\"_control_after\":7", "3"), 0, 0, LB_OK},
        {CONTROLLED(",\"control\":[3,0]", "3"), 3, 0, LB_ERR_CHECK},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        lb_header header;
        lb_report report;
        lb_why why = {""};
        save("s", files[i].text);
        assert_int_equal(lb_check_file("s", NULL, &header, &report, &why), files[i].error);
        assert_int_equal(header.control_before, files[i].before);
        assert_int_equal(header.control_after, files[i].after);
        assert_int_equal(report.rule, files[i].error ? LB_RULE_CONTROL : LB_RULE_NONE);
        if (files[i].error)
            assert_string_equal(why.text, "s:2: step 3, link 0->1: data is sent in a step that is for control");
        lb_task_free(header.task);
        lb_report_free(&report);
        unlink("s");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_header), cmocka_unit_test(all_tasks),           cmocka_unit_test(extreme_values),
        cmocka_unit_test(free_forms),   cmocka_unit_test(documented_examples), cmocka_unit_test(broken_schedules),
        cmocka_unit_test(idle_steps),   cmocka_unit_test(control_steps),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
