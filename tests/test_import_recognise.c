/* Which format a file has: JSON by its outermost keys, in any order; what is no schedule is called by its name. */
#define _POSIX_C_SOURCE 200809L
#include "base/values_read.h"
#include "import_help.h"

#include <stdio.h>
#include <stdlib.h>

#define DEMAND  "\"6-Demand_Met\": {\"GPU 0\": {\"GPU 1\": {\"Chunk 0\": 1.0}}}"
#define FLOWS   "\"7-Flows\": [\"Chunk 0 from 0 traveled over 0->1 in epoch 0\"]"
#define GPUS    "\"gpus\": [{\"id\": 0, \"input_chunks\": 1, \"output_chunks\": 1, \"scratch_chunks\": 0}]"
#define GATHER  "\"collective\": \"broadcast\""
#define CONFUSE "\"note\": {\"linkbound\": 1, \"a\": [\"gpus\", {\"traceEvents\": 0}]}, \"k\": \"7-Flows\""

static lb_import_format format_of(const char *text) {
    lb_imported it;
    lb_why why = {""};
    lb_import_bytes(text, strlen(text), NULL, &it, &why);
    t_note("%s", why.text);
    lb_imported_free(&it);
    return it.format;
}

static void test_keys(void **state) {
    (void)state;
    expect_plan("{" FLOWS ", " DEMAND "}", LB_IMPORT_TECCL, LB_BROADCAST, 1);
    expect_plan("{\"Solver_Time\": 1.0, " CONFUSE ", " DEMAND ", " FLOWS "}", LB_IMPORT_TECCL, LB_BROADCAST, 1);
    T_EQUAL(format_of("{" GPUS ", \"name\": \"t\", " GATHER "}"), LB_IMPORT_MSCCLPP);
    T_EQUAL(format_of("\r\n { \"inplace\" : true, \"gpus\" :[]}"), LB_IMPORT_MSCCLPP);
    T_EQUAL(format_of("{\"name\": \"\\\"gpus\\\": \", \"task\": 1}"), LB_IMPORT_OWN);
    T_EQUAL(format_of("{\"task\": \"gpus\"}"), LB_IMPORT_OWN);
    /* A name that goes beyond whatever is looked at first. */
    size_t size = 10000, room = size + 256;
    char *text = malloc(room);
    assert_non_null(text);
    snprintf(text, room, "{\"name\": \"%0*d\", " GATHER ", " GPUS "}", (int)size, 0);
    T_EQUAL(format_of(text), LB_IMPORT_MSCCLPP);
    char path[] = "/tmp/lb-recognise-XXXXXX";
    int file = mkstemp(path);
    FILE *out = fdopen(file, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
    lb_import_format format = LB_IMPORT_OWN;
    T_EQUAL(lb_import_format_of(path, &format, NULL), LB_OK);
    T_EQUAL(format, LB_IMPORT_MSCCLPP);
    remove(path);
    free(text);
}

static void test_twice(void **state) {
    (void)state;
    expect("{" FLOWS ",\n" DEMAND ",\n" FLOWS "}", LB_ERR_FORMAT, "memory:3: \"7-Flows\" is there twice");
    expect("{" FLOWS ",\n\"\033[2J\": 1,\n\"\033[2J\": 2}", LB_ERR_FORMAT, "memory:3: \"?[2J\" is there twice");
    expect("{" GPUS ", \"x\": [{\"a\": 1}, {\"b\": 1,\n \"a\": 2, \"b\": 3}]}", LB_ERR_FORMAT, "memory:2: \"b\" is");
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs("{" FLOWS, out);
    for (int k = 0; k < 1000; k++)
        fprintf(out, ",\n\"key %d\": {\"a\": 1}", k == 900 ? 77 : k);
    fputs("}", out);
    fclose(out);
    expect(text, LB_ERR_FORMAT, "memory:902: \"key 77\" is there twice");
    free(text);
}

static void test_strangers(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"{}", "JSON without the keys of a format that is read"},
        {" {\"a\": {\"gpus\": 1}}", "JSON without the keys of a format that is read"},
        {"{\"traceEvents\": []}", "a trace of events"},
        {"{\"x\": 1, \"traceEvents\": []}", "a trace of events"},
        {"{\"msccl_type\": \"algorithm\"}", "a file of SCCL"},
        {"// about\ndigraph linkbound {}", "a graph for Graphviz"},
        {"/* a */ // b\n strict digraph {}", "a graph for Graphviz"},
        {"graph {}", "a graph for Graphviz"},
        {"<?xml version=\"1.0\"?><svg/>", "a picture"},
        {"<!-- x --><svg/>", "a picture"},
        {"\x89PNG\r\n", "a picture"},
        {"<!DOCTYPE html>", "a page of HTML"},
        {"\xFF\xFE{", "UTF-16"},
    };
    for (size_t k = 0; k < T_COUNT(bad); k++)
        expect(bad[k][0], LB_ERR_UNSUPPORTED, bad[k][1]);
    expect("{", LB_ERR_FORMAT, "memory:1: expected a string for a key");
    expect("hello", LB_ERR_FORMAT, "memory:1: expected '{' of the header");
    expect("// a comment", LB_ERR_FORMAT, "not all ranks of num_ranks are there");
}

/* A file of n values takes 8n bytes beside itself. */
static void test_small(void **state) {
    (void)state;
    T_EQUAL(sizeof(lb_value), 8);
    static const char text[] = "{\"a\": [1, 'b',\n{\"c\": # x\n\n \"d\"}], e:\n 7}";
    lb_why why = {""};
    lb_values tree = {
        .shown = "t", .what = "a test", .at = text, .end = text + sizeof text - 1, .line = 1, .why = &why};
    T_EQUAL(lb_values_read(&tree), LB_OK);
    T_EQUAL(tree.count, 7);
    uint32_t list = lb_values_get(&tree, 0, "a"), last = lb_values_get(&tree, 0, "e"), length = 0, number = 0;
    T_EQUAL(lb_values_size(&tree, 0), 2);
    T_EQUAL(lb_values_size(&tree, list), 3);
    uint32_t set = lb_values_end(&tree, list) - 2;
    T_EQUAL(lb_values_kind(&tree, set), LB_VALUE_SET);
    T_EQUAL(lb_values_line(&tree, set), 2);
    T_EQUAL(lb_values_line(&tree, set + 1), 4);
    T_TRUE(lb_values_is(&tree, set + 1, "d"));
    T_TRUE(!lb_values_is(&tree, set + 1, "") && !lb_values_is(&tree, set + 1, "dd") && !lb_values_is(&tree, set, "d"));
    assert_memory_equal(lb_values_key(&tree, set + 1, &length), "c", 1);
    T_EQUAL(length, 1);
    assert_memory_equal(lb_values_text(&tree, list + 2, &length), "b", 1);
    T_EQUAL(length, 1);
    assert_null(lb_values_text(&tree, list, &length));
    assert_null(lb_values_key(&tree, list + 1, &length));
    T_EQUAL(lb_values_number(&tree, last, "e", 9, &number), LB_OK);
    T_EQUAL(number, 7);
    T_EQUAL(lb_values_line(&tree, last), 5);
    T_EQUAL(lb_values_number(&tree, last, "e", 6, &number), LB_ERR_FORMAT);
    assert_string_equal(why.text, "t:5: e is a whole number from 0 to 6");
    lb_values_free(&tree);
}

/* Keys that are far from their values. */
static void test_far(void **state) {
    (void)state;
    for (int gap = 240; gap < 270; gap++) {
        char text[1024];
        uint32_t length = 0, number = 0;
        lb_why why = {""};
        snprintf(text, sizeof text, "{\"a\":\n%*s, 'b' :%*s17}", gap, "5", gap, "");
        lb_values tree = {
            .shown = "t", .what = "a test", .at = text, .end = text + strlen(text), .line = 1, .why = &why};
        T_EQUAL(lb_values_read(&tree), LB_OK);
        assert_memory_equal(lb_values_key(&tree, 2, &length), "b", 1);
        T_EQUAL(length, 1);
        T_EQUAL(lb_values_get(&tree, 0, "b"), 2);
        T_EQUAL(lb_values_line(&tree, 1), 2);
        T_EQUAL(lb_values_number(&tree, 1, "a", 99, &number), LB_OK);
        T_EQUAL(number, 5);
        T_EQUAL(lb_values_number(&tree, 2, "b", 99, &number), LB_OK);
        T_EQUAL(number, 17);
        lb_values_free(&tree);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),  cmocka_unit_test(test_twice), cmocka_unit_test(test_strangers),
        cmocka_unit_test(test_small), cmocka_unit_test(test_far),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
