/* Hosts files (src/mpi/hosts.c): what they say, and what is wrong with them. */
#include "mpi/hosts.h"
#include "support/support.h"

#include <stdio.h>
#include <string.h>

static lb_hosts *parse(const char *network, const char *text) {
    lb_net *net;
    lb_hosts *hosts;
    lb_why why;
    assert_int_equal(lb_net_parse(network, &net, NULL), LB_OK);
    int error = lb_hosts_parse(text, "hosts", net, &hosts, &why);
    if (error)
        print_message("%s\n", why.text);
    assert_int_equal(error, LB_OK);
    lb_net_free(net);
    return hosts;
}

static void refuses(const char *network, const char *text, const char *line) {
    lb_net *net;
    lb_hosts *hosts;
    lb_why why = {""};
    assert_int_equal(lb_net_parse(network, &net, NULL), LB_OK);
    assert_int_not_equal(lb_hosts_parse(text, "hosts", net, &hosts, &why), LB_OK);
    assert_null(hosts);
    if (!strstr(why.text, line))
        print_message("'%s' says: %s\n", text, why.text);
    assert_non_null(strstr(why.text, line));
    lb_net_free(net);
}

static void test_lines(void **state) {
    (void)state;
    lb_hosts *h = parse("4x4", "# ours\n n0 0\nn1\t5 # the second\n\n  far.site 3,2\r\nlast 15");
    assert_int_equal(lb_hosts_node(h, "n0"), 0);
    assert_int_equal(lb_hosts_node(h, "n1"), 5);
    assert_int_equal(lb_hosts_node(h, "far.site"), 11);
    assert_int_equal(lb_hosts_node(h, "far"), 11);
    assert_int_equal(lb_hosts_node(h, "n0.site"), 0);
    assert_int_equal(lb_hosts_node(h, "N1"), 5);
    assert_int_equal(lb_hosts_node(h, "far.other"), -1);
    assert_int_equal(lb_hosts_node(h, "n"), -1);
    assert_int_equal(lb_hosts_node(h, "last"), 15);
    lb_hosts_free(h);
}

static void test_several(void **state) {
    (void)state;
    lb_hosts *h = parse("cube:4", "n[0-7] 0..7\nm[08-10,3]x 8..11\nr2-* 12\nr?-9 13");
    char name[16];
    for (int i = 0; i < 8; i++) {
        snprintf(name, sizeof name, "n%d", i);
        assert_int_equal(lb_hosts_node(h, name), i);
    }
    assert_int_equal(lb_hosts_node(h, "m08x"), 8);
    assert_int_equal(lb_hosts_node(h, "m10x"), 10);
    assert_int_equal(lb_hosts_node(h, "m3x"), 11);
    assert_int_equal(lb_hosts_node(h, "m8x"), -1);
    assert_int_equal(lb_hosts_node(h, "r2-9"), 12); /* the first that fits */
    assert_int_equal(lb_hosts_node(h, "r3-9"), 13);
    lb_hosts_free(h);
}

static void test_wrong(void **state) {
    (void)state;
    refuses("cube:3", "n0 0\nn0 1", "line 2: the host 'n0' has a line already, line 1");
    refuses("cube:3", "n0 0\nn1 0", "line 2: node 0 has a host already, 'n0' in line 1");
    refuses("cube:3", "n0 8", "there is no node 8");
    refuses("cube:3", "n[0-7] 1..8", "there is no node 8");
    refuses("cube:3", "n0", "has no node");
    refuses("cube:3", "n0 0 1", "more than a host and its node");
    refuses("cube:3", "n0 x", "is no node");
    refuses("cube:3", "n0 -1", "is no node");
    refuses("cube:3", "n0 3..1", "is no node");
    refuses("cube:3", "n0 0..1", "more than one node");
    refuses("cube:3", "n0 0,0", "is no node");
    refuses("cube:3", "n0 0,0,2", "is no node");
    refuses("cube:3", "n0 0,0,0,0", "is no node");
    refuses("cube:3", "n[0-7] 0..6", "more hosts than nodes");
    refuses("cube:3", "n[0-5] 0..6", "6 hosts for 7 nodes");
    refuses("cube:3", "n[0-] 0..6", "cannot read the numbers");
    refuses("cube:3", "n[] 0..6", "cannot read the numbers");
    refuses("cube:3", "n[3-1] 0..6", "cannot read the numbers");
    refuses("cube:3", "n[1,9-3] 1..1", "cannot read the numbers");
    refuses("cube:3", "n0 0\nN0 1", "has a line already");
    refuses("cube:3", "n[0-3,] 0..6", "cannot read the numbers");
    refuses("cube:3", "n[0-3 0..3", "cannot read");
    refuses("cube:3", "n[0-1][0-1] 0..3", "cannot read");
    refuses("cube:3", "n[0-99999999999] 0..3", "cannot read the numbers");
    refuses("cube:3", "# nothing\n", "names no host");
    refuses("cube:3", "", "names no host");
    char line[1200];
    memset(line, 'a', sizeof line);
    line[sizeof line - 1] = '\0';
    refuses("cube:3", line, "too long");
    memcpy(line + 400, " 3", 3);
    refuses("cube:3", line, "too long");
}

static void test_files(void **state) {
    (void)state;
    lb_net *net;
    lb_hosts *hosts;
    lb_why why = {""};
    assert_int_equal(lb_net_parse("cube:3", &net, NULL), LB_OK);
    assert_int_not_equal(lb_hosts_read("/nowhere/at/all", net, &hosts, &why), LB_OK);
    assert_non_null(strstr(why.text, "/nowhere/at/all"));
    assert_int_not_equal(lb_hosts_read("/", net, &hosts, &why), LB_OK);
    assert_int_not_equal(lb_hosts_read("/dev/zero", net, &hosts, &why), LB_OK);
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_several),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
