/* Schedule files that cannot be read: each gets one sentence with file, line and reason, and LB_ERR_FORMAT. */
#define _XOPEN_SOURCE 700
#include "file/read.h"
#include "file_help.h"

#define FRAME      "{\"linkbound\":1,\"network\":\"2x2\",\"task\":\"alltoall\",\"ports\":2,"
#define REST       "\"clock\":\"unit\",\"algorithm\":\"a\",\"steps\":1,\"moves\":1,\"denominator\":3"
#define HEADER     FRAME REST "}\n"
#define TASK(task) "{\"linkbound\":1,\"network\":\"2x2\",\"ports\":2," REST ",\"task\":\"" task "\""
#define MOVE       "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,1]]}\n"

static void save_bytes(const char *text, size_t size) {
    FILE *file = fopen("s", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* All that a reader says about these bytes: by check, and by read, which must agree. */
static void expect_bytes(const char *text, size_t size, int error, const char *sentence) {
    lb_header header = {.ports = 99};
    lb_report report;
    lb_plan *plan = (lb_plan *)&header;
    lb_why why = {""};
    save_bytes(text, size);
    int got = lb_check_file("s", NULL, &header, &report, &why);
    assert_string_equal(why.text, sentence);
    assert_int_equal(got, error);
    assert_null(header.task);
    why.text[0] = '\0';
    assert_int_equal(lb_plan_read("s", &plan, &why), error);
    assert_string_equal(why.text, sentence);
    assert_null(plan);
    assert_int_equal(lb_plan_read("s", &plan, NULL), error);
}

typedef struct bad {
    const char *text, *sentence;
} bad;

static void expect_all(const bad *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        expect_bytes(list[i].text, strlen(list[i].text), LB_ERR_FORMAT, list[i].sentence);
}

#define EXPECT_ALL(list) expect_all(list, sizeof(list) / sizeof *(list))

static void bad_beginnings(void **state) {
    (void)state;
    static const bad list[] = {
        {"", "s:1: the file is empty"},
        {"\n", "s:1: the line is blank; the header belongs here"},
        {"\xEF\xBB\xBF" HEADER MOVE, "s:1: the file begins with a byte order mark; a schedule is plain UTF-8"},
        {"\xFF\xFE{", "s:1: expected '{' of the header, but found the byte 0xff"},
        {"hello\n", "s:1: expected '{' of the header, but found 'h'"},
        {"[1,2]\n", "s:1: expected '{' of the header, but found '['"},
        {"{", "s:1: expected a string for a key, but the file ends here"},
        {"{}\n", "s:1: expected a string for a key, but found '}'"},
        {"{\"linkbound\":1}\n", "s:1: the header has no \"network\" and no \"task\""},
        {"{\"linkbound\":1,\n", "s:1: expected a string for a key, but the line ends here"},
        {MOVE,
         "s:1: the key \"step\" is not known; the key \"from\" is not known; the key \"data\" is not known; the header "
         "has no \"linkbound\" and no \"network\" and no \"task\""},
        {FRAME REST "} {}\n", "s:1: expected the end of the line, but found '{'"},
        {FRAME REST ",}\n", "s:1: expected a string for a key, but found '}'"},
        {FRAME REST " \"x\":1}\n", "s:1: expected ',' or '}', but found '\"'"},
    };
    EXPECT_ALL(list);
}

static void bad_header_values(void **state) {
    (void)state;
    static const bad list[] = {
        {FRAME "\"ports\":2," REST "}\n", "s:1: the key \"ports\" comes twice"},
        {FRAME "\"p\\u006frts\":2," REST "}\n", "s:1: the key \"ports\" comes twice"},
        {FRAME "\"colour\":2," REST "}\n", "s:1: the key \"colour\" is not known"},
        {FRAME "\"a\\nb\xC3\xA9\":2," REST "}\n", "s:1: the key \"a?b??\" is not known"},
        {FRAME "\"packet\":0," REST "}\n", "s:1: \"packet\" is 0"},
        {FRAME "\"packet\":-1," REST "}\n", "s:1: packet is negative"},
        {FRAME "\"packet\":1.5," REST "}\n", "s:1: packet is not a whole number"},
        {FRAME "\"packet\":1e3," REST "}\n", "s:1: packet is not a whole number"},
        {FRAME "\"packet\":007," REST "}\n", "s:1: packet has a leading zero"},
        {FRAME "\"packet\":+7," REST "}\n", "s:1: expected a number for packet, but found '+'"},
        {FRAME "\"packet\":\"7\"," REST "}\n", "s:1: \"packet\" is not a number"},
        {FRAME "\"packet\":9007199254740992," REST "}\n", "s:1: packet is larger than 9007199254740991"},
        {FRAME "\"packet\":99999999999999999999999999," REST "}\n", "s:1: packet is larger than 9007199254740991"},
        {TASK("broadcast") ",\"root\":4294967295}\n", "s:1: root is larger than 4294967294"},
        {TASK("broadcast") ",\"root\":4}\n", "s:1: root 4 is not a node; the network has nodes 0 to 3"},
        {TASK("broadcast") ",\"to\":1}\n", "s:1: broadcast has no \"to\""},
        {TASK("alltoall") ",\"root\":0}\n", "s:1: alltoall has no \"root\""},
        {TASK("send") "}\n", "s:1: send needs \"to\""},
        {TASK("permute") "}\n", "s:1: permute needs \"permutation\""},
        {TASK("neighbors") ",\"near\":1}\n", "s:1: neighbors needs \"far\""},
        {TASK("neighbors") ",\"near\":2,\"far\":1}\n", "s:1: neighbors from distance 2 to 1: the first is the larger"},
        {TASK("permute") ",\"permutation\":[0,1,2]}\n", "s:1: a permutation of 4 nodes has 4 entries, not 3"},
        {TASK("permute") ",\"permutation\":[0,1,2,2]}\n", "s:1: not a permutation: node 2 receives twice"},
        {TASK("permute") ",\"permutation\":[0,1,,2]}\n", "s:1: expected a number for permutation, but found ','"},
        {TASK("permute") ",\"permutation\":7}\n", "s:1: expected '[' before a list of nodes, but found '7'"},
        {TASK("isotropic") ",\"offsets\":[],\"sources\":[]}\n",
         "s:1: \"sources\" beside another list: no task has two; isotropic has no \"sources\""},
        {TASK("dance") "}\n", "s:1: 'dance' is not a task"},
        {TASK("all\\u001bto") "}\n", "s:1: \"task\" has a control character"},
        {TASK("all\\u009bto") "}\n", "s:1: \"task\" has a control character"},
        {TASK("all\\u0000to") "}\n", "s:1: \\u0000 in a string that is used"},
        {TASK("all\\ud800to") "}\n", "s:1: half a surrogate pair: \\ud800"},
        {TASK("all\\udc00to") "}\n", "s:1: half a surrogate pair: \\udc00"},
        {TASK("all\\x") "}\n", "s:1: expected one of \" \\ / b f n r t u after \\, but found 'x'"},
        {TASK("all\\u12g4") "}\n", "s:1: expected four hexadecimal digits after \\u, but found 'g'"},
        {TASK("a\tb") "}\n", "s:1: expected the rest of a string, but found the byte 0x09"},
        {TASK("caf\xE9") "}\n", "s:1: not UTF-8: the byte 0x22 after 0xe9"},
        {TASK("\xC0\x80") "}\n", "s:1: not UTF-8: the byte 0xc0"},
        {TASK("\xE0\x80\x80") "}\n", "s:1: not UTF-8: the byte 0x80 after 0xe0"},
        {TASK("\xED\xA0\x80") "}\n", "s:1: not UTF-8: the byte 0xa0 after 0xed"},
        {TASK("\xF4\x90\x80\x80") "}\n", "s:1: not UTF-8: the byte 0x90 after 0xf4"},
        {TASK("\xE2\x82") "}\n", "s:1: not UTF-8: the byte 0x22 after 0x82"},
    };
    EXPECT_ALL(list);
}

#define NET(net) "{\"linkbound\":1,\"network\":\"" net "\",\"task\":\"alltoall\",\"ports\":2," REST "}\n"
#define WITH(version, ports, clock, denominator)                                                                       \
    "{\"linkbound\":" version ",\"network\":\"2x2\",\"task\":\"alltoall\",\"ports\":" ports ",\"clock\":\"" clock      \
    "\",\"algorithm\":\"a\",\"steps\":1,\"moves\":1,\"denominator\":" denominator "}\n"

/* All at once, so that a file is mended in one go. */
static void bad_together(void **state) {
    (void)state;
    static const bad list[] = {
        {"{\"linkbound\":2,\"network\":\"2x0\",\"tusk\":[{\"a\":1}],\"ports\":\"all\",\"clock\":1,\"denominator\":0}\n",
         "s:1: the key \"tusk\" is not known; \"ports\" is not a number; \"clock\" is not a string; the header has no "
         "\"task\"; format version 2 is not known; this is a reader of version 1; \"denominator\" is 0; dimension 1 "
         "has radix 0; a radix is "
         "at least 1"},
        {FRAME "\"colour\":\"red\",\"packet\":-1," REST "}\n",
         "s:1: the key \"colour\" is not known; packet is negative"},
        {"{\"packet\":-1,\"linkbound\":1,\"ports\":1.5,\"moves\":99999999999999999999,\"clock\":\"dial\"}\n",
         "s:1: packet is negative; ports is not a whole number; moves is larger than 9007199254740991; the header has "
         "no "
         "\"network\" and no \"task\"; \"clock\" is 'dial', neither unit nor linear"},
        {"{\"linkbound\":1,\"network\":\"graph:2\",\"task\":\"frob\",\"links\":[[0,-1]],\"control\":[1],"
         "\"sources\":[0,\"x\"],\"without\":[[0]],\"algorithm\":\"a\\nb\"}\n",
         "s:1: links is negative; expected ',' between the steps for control, but found ']'; expected a number for "
         "sources, but found '\"'; expected ',' between the two ends of a link, but found ']'; \"algorithm\" has a "
         "control character; 'frob' is not a task"},
        {"{\"packet\":-1,\"ports\":-x}\n", "s:1: packet is negative; ports is negative"},
        {"{\"linkbound\":1,\"network\":\"2x2\",\"task\":\"send\",\"ports\":9,\"far\":1}\n",
         "s:1: \"ports\" is 9; a node of this network has 2; send needs \"to\"; send has no \"far\""},
    };
    EXPECT_ALL(list);
}

static void bad_meanings(void **state) {
    (void)state;
    static const bad list[] = {
        {WITH("2", "2", "unit", "1"), "s:1: format version 2 is not known; this is a reader of version 1"},
        {WITH("1", "0", "unit", "1"), "s:1: \"ports\" is 0; a node of this network has 2"},
        {WITH("1", "3", "unit", "1"), "s:1: \"ports\" is 3; a node of this network has 2"},
        {WITH("1", "2", "cuckoo", "1"), "s:1: \"clock\" is 'cuckoo', neither unit nor linear"},
        {WITH("1", "2", "unit", "0"), "s:1: \"denominator\" is 0"},
        {WITH("1", "2", "linear", "1,\"packet\":1"), "s:1: \"packet\" belongs to the unit clock"},
        {WITH("1", "2", "linear", "1,\"control\":[0,1]"), "s:1: \"control\" belongs to the unit clock"},
        {WITH("1", "2", "unit", "1,\"control\":[2,0]"),
         "s:1: \"control\" takes 2 steps before the first move, of 1 in all"},
        {WITH("1", "2", "unit", "1,\"control\":2"), "s:1: expected '[' before the steps for control, but found '2'"},
        {WITH("1", "2", "unit", "1,\"control\":[1]"), "s:1: expected ',' between the steps for control, but found ']'"},
        {WITH("1", "2", "unit", "1,\"control\":[1,2,3]"),
         "s:1: expected ']' after the steps for control, but found ','"},
        {WITH("1", "2", "unit", "1,\"control\":[1,-2]"), "s:1: control is negative"},
        {WITH("1", "2", "unit", "1,\"control\":[0,0],\"control\":[0,0]"), "s:1: the key \"control\" comes twice"},
    };
    EXPECT_ALL(list);
    lb_net *net;
    lb_why why;
    static const char *const names[] = {"0x2", "cube:x", "banana", "", "2x", "-3"};
    static const char *const files[] = {NET("0x2"), NET("cube:x"), NET("banana"), NET(""), NET("2x"), NET("-3")};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char sentence[LB_WHY_MAX + 8];
        assert_int_equal(lb_net_parse(names[i], &net, &why), LB_ERR_ARG);
        snprintf(sentence, sizeof sentence, "s:1: %s", why.text);
        expect_bytes(files[i], strlen(files[i]), LB_ERR_FORMAT, sentence);
    }
    static const char huge[] = NET("cube:40");
    assert_int_equal(lb_net_parse("cube:40", &net, &why), LB_ERR_SIZE);
    expect_bytes(huge, sizeof huge - 1, LB_ERR_SIZE,
                 "s:1: cube:40 has more than 2^26 nodes, the most that is supported");
}

static void bad_moves(void **state) {
    (void)state;
    static const bad list[] = {
        {HEADER "\n" MOVE, "s:2: the line is blank, and it is not the end of the file"},
        {HEADER MOVE " \t\r\n\n" MOVE, "s:3: the line is blank, and it is not the end of the file"},
        {HEADER "x\n", "s:2: expected '{' of a move, but found 'x'"},
        {HEADER MOVE "{}\n", "s:3: expected a string for a key, but found '}'"},
        {HEADER MOVE "{\"step\":1,\"from\":0,\"to\":1}\n", "s:3: the move has no \"data\""},
        {HEADER MOVE "{\"step\":1,\"from\":0,\"data\":[[0,1]]}\n", "s:3: the move has no \"to\""},
        {HEADER "{\"step\":0,\"from\":0,\"to\":1,\"data\":[[0,1]]}\n", "s:2: \"step\" is 0; steps are counted from 1"},
        {HEADER "{\"step\":01,\"from\":0,\"to\":1,\"data\":[[0,1]]}\n", "s:2: \"step\" has a leading zero"},
        {HEADER "{\"step\":1.0,\"from\":0,\"to\":1,\"data\":[[0,1]]}\n", "s:2: \"step\" is not a whole number"},
        {HEADER "{\"step\":1,\"from\":-1,\"to\":1,\"data\":[[0,1]]}\n", "s:2: \"from\" is negative"},
        {HEADER "{\"step\":1,\"from\":4294967295,\"to\":1,\"data\":[[0,1]]}\n",
         "s:2: \"from\" is larger than 4294967294"},
        {HEADER "{\"step\":1,\"step\":1,\"to\":1,\"data\":[[0,1]]}\n", "s:2: the key \"step\" comes twice"},
        {HEADER "{\"step\":1,\"from\":0,\"over\":1,\"data\":[[0,1]]}\n", "s:2: the key \"over\" is not known"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"op\":\"copy\",\"data\":[[0,1]]}\n",
         "s:2: \"op\" is for tasks that combine, and alltoall does not"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[]}\n", "s:2: \"data\" is empty"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[0,1]}\n", "s:2: expected '[' before a block, but found '0'"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[]]}\n",
         "s:2: expected a number for \"data\", but found ']'"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0]]}\n",
         "s:2: a block of this task is named by 2 to 5 numbers"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,1,0,0,3,4]]}\n",
         "s:2: a block of this task is named by 2 to 5 numbers"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,1,2,2]]}\n",
         "s:2: the piece 2 to 2 is empty: lo must be less than hi"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,1],[0,1,0,3,1]]}\n",
         "s:2: the piece 3 to 1 is empty: lo must be less than hi"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,1,1,4]]}\n",
         "s:2: the piece 1 to 4 goes beyond the denominator 3"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,1,-1,2]]}\n", "s:2: \"data\" is negative"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[4294967295,1]]}\n",
         "s:2: 4294967295 in \"data\" is larger than 4294967294"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,1,4294967295]]}\n",
         "s:2: 4294967295 in \"data\" is larger than 4294967294"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,9007199254740992]]}\n",
         "s:2: \"data\" is larger than 9007199254740991"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,1]]}x\n",
         "s:2: expected the end of the line, but found 'x'"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,1]]}" MOVE,
         "s:2: expected the end of the line, but found '{'"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,1\n]]}\n",
         "s:2: expected ',' or ']', but the line ends here"},
        {HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,1", "s:2: expected ',' or ']', but the file ends here"},
    };
    EXPECT_ALL(list);
    static const char nul[] = HEADER "{\"step\":1,\0\"from\":0,\"to\":1,\"data\":[[0,1]]}\n";
    expect_bytes(nul, sizeof nul - 1, LB_ERR_FORMAT, "s:2: expected a string for a key, but found a NUL byte");
    static const char late[] = HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,1]]}\0\n";
    expect_bytes(late, sizeof late - 1, LB_ERR_FORMAT, "s:2: expected the end of the line, but found a NUL byte");
}

static void bad_comments(void **state) {
    (void)state;
    static const bad list[] = {
        {HEADER "{\"_\":[1,]}\n", "s:2: expected a value, but found ']'"},
        {HEADER "{\"_\":{\"a\":1,}}\n", "s:2: expected a string for a key, but found '}'"},
        {HEADER "{\"_\":{1:1}}\n", "s:2: expected a string for a key, but found '1'"},
        {HEADER "{\"_\":nul}\n", "s:2: expected true, false or null, but found '}'"},
        {HEADER "{\"_\":-}\n", "s:2: expected a digit, but found '}'"},
        {HEADER "{\"_\":1.}\n", "s:2: expected a digit, but found '}'"},
        {HEADER "{\"_\":1e+}\n", "s:2: expected a digit, but found '}'"},
        {HEADER "{\"_\":01}\n", "s:2: expected ',' or '}', but found '1'"},
        {HEADER "{\"_\":\"\xFF\"}\n", "s:2: not UTF-8: the byte 0xff"},
        {HEADER "{\"_\":[[1}]}\n", "s:2: expected ',' or ']', but found '}'"},
        {HEADER "{\"_\":"
                "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[0]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}\n",
         "s:2: nested deeper than 32"},
    };
    EXPECT_ALL(list);
}

/* Whatever is cut off, wherever: an error, or a schedule with fewer moves than it claims. Never more. */
static void truncations(void **state) {
    (void)state;
    static const char whole[] =
        "{\"linkbound\":1,\"network\":\"2x2\",\"task\":\"alltoall\",\"_c\":[{\"k\":\"\\u00e9\xC3\xA9\"},null,-1.5e3],"
        "\"ports\":2,\"clock\":\"unit\",\"algorithm\":\"a\",\"steps\":1,\"moves\":2,\"denominator\":3}\r\n" MOVE
        "{\"from\":1,\"to\":0, \"step\":1,\"data\":[[1,0,0,0,3]],\"_\":{}}\n";
    for (size_t size = 0; size < sizeof whole - 2; size++) { /* the last newline may be missing */
        lb_reader reader;
        lb_move move;
        lb_why why = {""};
        char *exact = malloc(size ? size : 1); /* so that one byte too far is seen */
        assert_non_null(exact);
        memcpy(exact, whole, size);
        int error = lb_reader_open_memory(&reader, exact, size, 0, &why), moves = 0;
        if (!error) {
            while ((error = lb_reader_next(&reader, &move, &why)) > 0)
                moves++;
            lb_reader_close(&reader);
        }
        assert_true(error == LB_ERR_FORMAT ? strncmp(why.text, "memory:", 7) == 0 : error == 0 && moves < 2);
        free(exact);
        save_bytes(whole, size);
        lb_report report;
        error = lb_check_file("s", NULL, NULL, &report, NULL);
        assert_true(error == LB_ERR_FORMAT || error == LB_ERR_CHECK);
        if (error == LB_ERR_CHECK)
            lb_report_free(&report);
    }
}

static void long_lines(void **state) {
    (void)state;
    /* A hole in a file costs nothing: a line of 1 TiB of NULs after a good beginning. */
    save_bytes(HEADER "{\"step\":1,", sizeof HEADER + 9);
    assert_int_equal(truncate("s", INT64_C(1) << 40), 0);
    lb_why why;
    lb_report report;
    assert_int_equal(lb_check_file("s", NULL, NULL, &report, &why), LB_ERR_FORMAT);
    assert_string_equal(why.text, "s:2: expected a string for a key, but found a NUL byte");
}

/* A line that never ends, though every byte of it is right: refused after a bounded amount. */
static void endless_line(void **state) {
    (void)state;
    static char blanks[1 << 20];
    memset(blanks, ' ', sizeof blanks);
    FILE *file = fopen("s", "wb");
    assert_non_null(file);
    fputs(HEADER "{\"step\":1,", file);
    for (int i = 0; i < 65; i++)
        assert_int_equal(fwrite(blanks, 1, sizeof blanks, file), sizeof blanks);
    fclose(file);
    lb_why why;
    lb_reader reader;
    lb_move move;
    assert_int_equal(lb_reader_open(&reader, "s", 0, false, &why), LB_OK);
    assert_int_equal(lb_reader_next(&reader, &move, &why), LB_ERR_FORMAT);
    assert_string_equal(why.text, "s:2: the line is longer than 67108864 bytes, the most it may have");
    assert_true(reader.input.at <= (65 << 20));
    assert_int_equal(lb_reader_next(&reader, &move, &why), LB_ERR_FORMAT);
    lb_reader_close(&reader);
}

/* What a packet or a task may take is checked before it is taken. */
static void memory_limits(void **state) {
    (void)state;
    static char text[1 << 16];
    lb_reader reader;
    lb_move move;
    lb_why why;
    size_t size = (size_t)snprintf(text, sizeof text, "%s", HEADER "{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0,1]");
    for (int i = 0; i < 1000; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, ",[0,1]");
    size += (size_t)snprintf(text + size, sizeof text - size, "]}\n");
    assert_int_equal(lb_reader_open_memory(&reader, text, size, 1023 * sizeof(lb_item), &why), LB_OK);
    assert_int_equal(lb_reader_next(&reader, &move, &why), LB_ERR_SIZE);
    assert_string_equal(why.text, "memory:2: the packet needs more than the 32736 bytes of memory allowed");
    lb_reader_close(&reader);
    assert_int_equal(lb_reader_open_memory(&reader, text, size, 1024 * sizeof(lb_item), &why), LB_OK);
    assert_int_equal(lb_reader_next(&reader, &move, &why), 1);
    assert_int_equal(move.nitems, 1001);
    lb_reader_close(&reader);
    static const char wide[] = "{\"linkbound\":1,\"network\":\"cube:26\",\"task\":\"neighbors\",\"near\":1,\"far\":1,"
                               "\"ports\":26," REST "}\n";
    assert_int_equal(lb_reader_open_memory(&reader, wide, sizeof wide - 1, 1 << 20, &why), LB_ERR_SIZE);
    assert_string_equal(why.text, "memory:1: the task needs more than the 1048576 bytes of memory allowed");
    static const char list[] = TASK("isotropic") ",\"offsets\":[1,1,1,1,1,1,1,1,1]}\n";
    assert_int_equal(lb_reader_open_memory(&reader, list, sizeof list - 1, 32, &why), LB_ERR_SIZE);
    assert_string_equal(why.text, "memory:1: \"offsets\" has more entries than are allowed");
}

static void bad_files(void **state) {
    (void)state;
    lb_report report;
    lb_why why;
    lb_plan *plan;
    lb_header header;
    assert_int_equal(lb_check_file("none", NULL, &header, &report, &why), LB_ERR_IO);
    assert_string_equal(why.text, "none: cannot be opened: No such file or directory");
    assert_null(header.task);
    assert_int_equal(lb_check_file("/", NULL, NULL, &report, &why), LB_ERR_IO);
    assert_string_equal(why.text, "/: is a folder, not a schedule file");
    assert_int_equal(lb_plan_read("no\nne", &plan, &why), LB_ERR_IO);
    assert_string_equal(why.text, "no?ne: cannot be opened: No such file or directory");
    char path[1000];
    memset(path, 'x', sizeof path);
    path[sizeof path - 1] = '\0';
    assert_int_equal(lb_check_file(path, NULL, NULL, &report, &why), LB_ERR_IO);
    assert_non_null(strstr(why.text, "...xxx"));
    assert_non_null(strstr(why.text, "cannot be opened: File name too long"));
}

static int tidy(void **state) {
    unlink("s");
    return leave(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_beginnings), cmocka_unit_test(bad_header_values), cmocka_unit_test(bad_together),
        cmocka_unit_test(bad_meanings),   cmocka_unit_test(bad_moves),         cmocka_unit_test(bad_comments),
        cmocka_unit_test(truncations),    cmocka_unit_test(long_lines),        cmocka_unit_test(endless_line),
        cmocka_unit_test(memory_limits),  cmocka_unit_test(bad_files),
    };
    return cmocka_run_group_tests(tests, enter, tidy);
}
