/* Networks from files: lists of edges, Graphviz, matrices of links, hosts, meshes of devices; and what is wrong with
 * them, in one sentence. */
#define _XOPEN_SOURCE 700
#include "net/graph_file.h"

#include "support/support.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static lb_net *read_text(const char *text) {
    lb_net *net = NULL;
    lb_why why = {""};
    if (lb_graph_parse(text, strlen(text), "cluster.txt", "graph:cluster.txt", &net, &why))
        fail_msg("%s\n%s", why.text, text);
    return net;
}

/* How many lanes lead from one node to another. */
static unsigned lanes(const lb_net *net, uint32_t from, uint32_t to) {
    unsigned count = 0;
    for (unsigned p = 0; p < lb_net_ports(net); p++)
        count += lb_neighbor(net, from, p) == to && lb_link_alive(net, from, p);
    return count;
}

/* The links that are expected, "0>1*2 1>0 ...", and no others. */
static void expect_links(const char *text, uint32_t nodes, const char *links) {
    lb_net *net = read_text(text);
    uint64_t all = 0;
    t_note("%s", text);
    T_EQUAL(lb_net_nodes(net), nodes);
    for (const char *p = links; *p;) {
        unsigned from, to, speed;
        int length;
        assert_int_equal(sscanf(p, "%u>%u*%u%n", &from, &to, &speed, &length), 3);
        T_EQUAL(lanes(net, from, to), speed);
        all += speed;
        for (p += length; *p == ' ';)
            p++;
    }
    T_EQUAL(lb_links_alive(net), all);
    lb_net_free(net);
}

static void test_edges(void **state) {
    (void)state;
    expect_links("0 1\n1 2\n2 0\n", 3, "0>1*1 1>0*1 1>2*1 2>1*1 2>0*1 0>2*1");
    expect_links("# a ring, one way\n\n  0>1\t2 # fast\r\n1 > 2\n2>0", 3, "0>1*2 1>2*1 2>0*1");
    expect_links("b a 2\na c 1\n", 3, "0>1*2 1>0*2 1>2*1 2>1*1");
    expect_links("0 1 6\n1 2 4\n", 3, "0>1*3 1>0*3 1>2*2 2>1*2"); /* relative to each other */
    expect_links("0>1\n1>0 2\n", 2, "0>1*1 1>0*2");
    expect_links("\xef\xbb\xbf"
                 "1 0\n",
                 2, "0>1*1 1>0*1");
    expect_links("node-1 0\n0 x\xc3\xa4\n", 3, "0>1*1 1>0*1 1>2*1 2>1*1");
}

static void test_dot(void **state) {
    (void)state;
    expect_links("graph { a -- b; b -- c }", 3, "0>1*1 1>0*1 1>2*1 2>1*1");
    expect_links("/* c */ strict graph \"my \\\" net\" {\n node [shape=box, weight=9]; rankdir=LR\n // here\n"
                 "a [pos=\"1,2!\"]\n a -- b -- c [weight=2, color=\"red\"]\n c:n -- a:s:e\n}\n",
                 3, "0>1*2 1>0*2 1>2*2 2>1*2 2>0*1 0>2*1");
    expect_links("digraph d { 0 -> 1 -> 2 -> 0 [speed=3 weight=2] 2 -> 0 [label=<b<i>>, dir=back]\n}", 3,
                 "0>1*3 1>2*3 2>0*3 0>2*1");
    expect_links("DiGraph { edge [weight=2]; a -> b [dir=both]; subgraph x { edge [speed=1] b -> c } c -> a }", 3,
                 "0>1*2 1>0*2 1>2*1 2>0*2");
    expect_links("graph { hub -- {a b; b} ; {a} -- subgraph s {b} }", 3, "0>1*1 1>0*1 0>2*1 2>0*1 1>2*1 2>1*1");
    expect_links("graph{1--0}", 2, "0>1*1 1>0*1");
    expect_links("strict graph { a -- b [speed=2]; b -- a -- b; b -- c; c -- b [speed=3] }", 3,
                 "0>1*2 1>0*2 1>2*3 2>1*3");
    expect_links("strict digraph { a -> b; a -> b [speed=2]; b -> a; b -> c -> a }", 3, "0>1*2 1>0*1 1>2*1 2>0*1");
    expect_links("graph 0\n0 1\n", 3, "0>1*1 1>0*1 1>2*1 2>1*1"); /* a node of this name, in a list of edges */
}

/* Places, where all nodes have one. */
static void test_places(void **state) {
    (void)state;
    double x = 0, y = 0;
    lb_net *net =
        read_text("graph { 2 [pos=\"-1.5,20!\"]; {0 1} [shape=box pos=\"3,.25,7\"] 0 -- 1 -- 2 [pos=\"e,1,2 3,4\"] }");
    T_TRUE(lb_net_spot(net, 2, &x, &y) && x == -1.5 && y == 20);
    T_TRUE(lb_net_spot(net, 0, &x, &y) && x == 3 && y == 0.25);
    lb_net_free(net);
    net = read_text("graph { a [pos=\"1,2\"] b [pos=\"1;2\"] a -- b -- c }");
    T_TRUE(!lb_net_spot(net, 0, &x, &y));
    lb_net_free(net);
}

static const char nvidia[] = "\t\033[4mGPU0\tGPU1\tGPU2\tmlx5_0\tCPU Affinity\033[0m\n"
                             "GPU0\t X \tNV1\tNV2\tPIX\t0-19\n"
                             "GPU1\tNV1\t X \tSYS\tPHB\t0-19\n"
                             "GPU2\tNV2\tSYS\t X \tNODE\t20-39\n"
                             "mlx5_0\tPIX\tPHB\tNODE\t X \t\n\n"
                             "Legend:\n\n  X    = Self\n  NV#  = Connection traversing a bonded set of # NVLinks\n";
static const char rocm[] = "============== ROCm System Management Interface ==============\n"
                           "=========== Weight between two GPUs ===========\n"
                           "       GPU0         GPU1         GPU2\n"
                           "GPU0   0            15           30\nGPU1   15           0            15\n"
                           "GPU2   30           15           0\n\n"
                           "=========== Hops between two GPUs ===========\n"
                           "       GPU0         GPU1         GPU2\n"
                           "GPU0   0            1            2\nGPU1   1            0            1\n"
                           "GPU2   2            1            0\n\n"
                           "=========== Link Type between two GPUs ===========\n"
                           "       GPU0         GPU1         GPU2\n"
                           "GPU0   0            XGMI         XGMI\nGPU1   XGMI         0            XGMI\n"
                           "GPU2   XGMI         XGMI         0\n"
                           "=========== Numa Nodes ===========\nGPU[0] : (Topology) Numa Node: 0\n";

static void test_matrix(void **state) {
    (void)state;
    expect_links(nvidia, 3, "0>1*1 1>0*1 0>2*2 2>0*2");
    expect_links(rocm, 3, "0>1*1 1>0*1 1>2*1 2>1*1");
    expect_links(" GPU0 GPU1\nGPU0 X NV12\nGPU1 NV12 X\n", 2, "0>1*1 1>0*1");
}

static const char jaccl[] =
    "{\"backend\": \"jaccl\", \"envs\": [\"A=1\"], \"hosts\": [\n"
    " {\"ssh\": \"m0\", \"ips\": [\"10.0.0.1\"], \"rdma\": [null, \"rdma_en2\", [\"a\", \"b\"]]},\n"
    " {\"ssh\": \"m1\", \"ips\": [], \"rdma\": [\"rdma_en2\", null, null]},\n"
    " {\"ssh\": \"m2\", \"ips\": [], \"rdma\": [[\"a\", \"b\"], null, null]}]}\n";

static void test_hosts(void **state) {
    (void)state;
    expect_links(jaccl, 3, "0>1*1 1>0*1 0>2*2 2>0*2");
    expect_links("[{\"ssh\": \"h0\", \"ips\": [\"10.0.0.1\"]}, {\"ssh\": \"h1\"}, {\"ssh\": \"h2\", \"rdma\": []}]", 3,
                 "0>1*1 1>0*1 1>2*1 2>1*1 2>0*1 0>2*1");
    expect_links("[[\"10.0.0.1:1\", \"10.0.0.1:2\"], [\"10.0.0.2:1\", \"10.0.0.2:2\"]]", 2, "0>1*1 1>0*1");
    expect_links(" [[null, [\"x\\\"\"], null], [[\"y\"], null, [\"z\"]], [null, \"w\", null]]", 3,
                 "0>1*1 1>0*1 1>2*1 2>1*1");
}

/* Two meshes of 2 rows and 3 columns, the first with rings in its rows, joined at a corner. */
static const char devices[] =
    "# two meshes\nmesh_descriptors {\n  name: \"M0\" arch: BLACKHOLE\n"
    "  device_topology { dims: [ 2, 3 ] dim_types: [ LINE, RING ] }\n  channels { count: 2 policy: STRICT }\n}\n"
    "mesh_descriptors { name: \"M1\" device_topology { dims: [ 1, 2 ] } channels { count: 4 } }\n"
    "graph_descriptors { name: \"G0\" type: \"FABRIC\"\n"
    "  instances { mesh { mesh_descriptor: \"M0\" mesh_id: 0 } }\n"
    "  instances { mesh { mesh_descriptor: \"M1\" mesh_id: 1 } }\n"
    "  connections {\n    nodes { mesh { mesh_descriptor: \"M0\" mesh_id: 0 device_id: 5 } }\n"
    "    nodes { mesh { mesh_descriptor: \"M1\" mesh_id: 1 device_id: 0 } }\n    channels { count: 6 }\n  }\n}\n"
    "top_level_instance { graph { graph_descriptor: \"G0\" graph_id: 0 } }\n";
#define DEVICE  "mesh_descriptors { name: \"M\" device_topology { dims: [ 1, 1 ] } channels { count: 1 } }\n"
#define ONE(id) "instances { mesh { mesh_descriptor: \"M\" mesh_id: " #id " } }\n"
#define TOP     "top_level_instance { graph { graph_descriptor: \"G\" graph_id: 0 } }\n"

static void test_devices(void **state) {
    (void)state;
    expect_links(devices, 8,
                 "0>1*1 1>2*1 2>0*1 1>0*1 2>1*1 0>2*1 3>4*1 4>5*1 5>3*1 4>3*1 5>4*1 3>5*1 0>3*1 1>4*1 2>5*1 3>0*1 "
                 "4>1*1 5>2*1 6>7*2 7>6*2 5>6*3 6>5*3");
    expect_links("mesh_descriptors { name: \"M\" device_topology { dims: [ 2, 2 ] dim_types: [ RING, RING ] }\n"
                 "channels { count: 2 } express_connections { src: 0 dst: 3 } }\n"
                 "top_level_instance { mesh { mesh_descriptor: \"M\" mesh_id: 0 } }",
                 4, "0>1*1 1>0*1 2>3*1 3>2*1 0>2*1 2>0*1 1>3*1 3>1*1 0>3*1 3>0*1");
    expect_links(DEVICE "graph_descriptors { name: \"G\" " ONE(0) ONE(1)
                     ONE(2) "graph_topology { layout_type: RING channels { count: 4 } } }\n" TOP,
                 3, "0>1*1 1>0*1 1>2*1 2>1*1 2>0*1 0>2*1");
    expect_links(
        DEVICE "graph_descriptors { name: \"H\" " ONE(0)
            ONE(1) "graph_topology { layout_type: ALL_TO_ALL channels { count: 1 } } }\n"
                   "graph_descriptors { name: \"G\"\n instances { graph { graph_descriptor: \"H\" graph_id: 0 } }\n"
                   "instances { graph { graph_descriptor: \"H\" graph_id: 1 } }\n"
                   "connections { nodes { graph { graph_descriptor: \"H\" graph_id: 0 sub_ref { mesh { "
                   "mesh_descriptor: \"M\" mesh_id: 1 } } } }\n"
                   "nodes { graph { graph_descriptor: \"H\" graph_id: 1 mesh { mesh_descriptor: \"M\" mesh_id: 0 "
                   "} } } channels { count: 1 } directional: false } }\n" TOP,
        4, "0>1*1 1>0*1 2>3*1 3>2*1 1>2*1 2>1*1");
}

static const struct {
    const char *text;
    int error;
    const char *says;
} wrong[] = {
    {"", LB_ERR_ARG, "cluster.txt: there are no links"},
    {"# nothing\n\n", LB_ERR_ARG, "no links"},
    {"0 1\n\n2 2\n", LB_ERR_ARG, "cluster.txt:3: a link from node 2 to itself"},
    {"2 02\n0 1\n", LB_ERR_ARG, "cluster.txt:1: a link from node 2 to itself"},
    {"0 1\n1 2\n1 0\n", LB_ERR_ARG, "cluster.txt:3: the link from node 0 to node 1 is there twice, first in line 1"},
    {"0>1\n1>0\n0>1 2\n", LB_ERR_ARG, "cluster.txt:3: the link from node 0 to node 1 is there twice"},
    {"0 1\n1 1099511627776\n", LB_ERR_SIZE, "cluster.txt:2: node 1099511627776"},
    {"0 65536\n", LB_ERR_SIZE, "from 0 to 65535"},
    {"0 1 0\n", LB_ERR_ARG, "cluster.txt:1: a speed is a whole number from 1 to 255, not '0'"},
    {"0 1 256\n", LB_ERR_ARG, "not '256'"},
    {"0 1 1.5\n", LB_ERR_ARG, "not '1.5'"},
    {"0 1 -1\n", LB_ERR_ARG, "not '-1'"},
    {"0\n", LB_ERR_ARG, "cluster.txt:1: a link is two nodes"},
    {"0 1\n0 1 2 3\n", LB_ERR_ARG, "cluster.txt:2: a link is two nodes"},
    {"0>\n", LB_ERR_ARG, "a link is two nodes"},
    {">1\n", LB_ERR_ARG, "a link is two nodes"},
    {"0>1>2\n", LB_ERR_ARG, "a link is two nodes"},
    {"0 1\n2 3\n", LB_ERR_ARG, "cut off"},
    {"a b\nb c\nc a\nd e\n", LB_ERR_ARG, "cluster.txt: nodes d, e are cut off from the others"},
    {"a b\nb c\nc b\n", LB_ERR_ARG, "cluster.txt:3: the link from node b to node c is there twice"},
    {"graph { a -- b; b -- a }", LB_ERR_ARG, "the link from node a to node b is there twice"},
    {"strict graph { a -- b; b -- a; a -- a }", LB_ERR_ARG, "a link from node a to itself"},
    {"s a\ns b\ns c\ns d\ns e\ns f\ns g\ns h\ns i\nt>s\n", LB_ERR_ARG, "node t cannot be reached from the others"},
    {"a1 a2\na1 a3\na1 a4\na1 a5\na1 a6\na1 a7\na1 a8\na1 a9\nb1 b2\nb1 b3\nb1 b4\nb1 b5\nb1 b6\nb1 b7\n"
     "b1 b8\nb1 b9\n",
     LB_ERR_ARG, "nodes a1, a2, a3, a4, a5, a6, a7, a8 and 1 more are cut off"},
    {"0 1\n1 3\n", LB_ERR_ARG, "cluster.txt: "},
    {"0>1\n", LB_ERR_ARG, "reach"},
    {"0 1\n\x01\n", LB_ERR_FORMAT, "cluster.txt:2: this is no text"},
    {"\x89PNG\r\n\x1a\n", LB_ERR_FORMAT, "cluster.txt:2: this is no text"},
    {"graph { a -- b", LB_ERR_FORMAT, "found the end of the file"},
    {"graph {\na -> b }", LB_ERR_FORMAT, "cluster.txt:2: expected -- (this is a graph), found ->"},
    {"digraph { a -- b }", LB_ERR_FORMAT, "expected -> (this is a digraph), found --"},
    {"graph { a -- b } c", LB_ERR_FORMAT, "expected nothing after the graph, found c"},
    {"graph { a -- }", LB_ERR_FORMAT, "expected a node, found }"},
    {"graph { a -- \"b }", LB_ERR_FORMAT, "has no end"},
    {"graph { a -- b [speed=x] }", LB_ERR_ARG, "not 'x'"},
    {"graph { a -- b [=] }", LB_ERR_FORMAT, "expected ] or an attribute, found ="},
    {"graph { a -- b [x=] }", LB_ERR_FORMAT, "expected an attribute's value"},
    {"graph { a = }", LB_ERR_FORMAT, "expected an attribute's value"},
    {"graph { a -- {a b} }", LB_ERR_ARG, "node a to itself"},
    {"graph { a }", LB_ERR_ARG, "no links"},
    {"graph { a -- b c }", LB_ERR_ARG, "node c has no links"},
    {"[", LB_ERR_FORMAT, "cluster.txt:1: expected ], found the end of the file"},
    {"[1, 2]", LB_ERR_FORMAT, "a host is"},
    {"{\"hosts\": 3}", LB_ERR_FORMAT, "no list of hosts"},
    {"{\"a\" 3}", LB_ERR_FORMAT, "expected ':', found '3'"},
    {"[{}] x", LB_ERR_FORMAT, "expected the end of the file, found 'x'"},
    {"[{}]", LB_ERR_ARG, "no links"},
    {"[{\"ssh\": \"a}]", LB_ERR_FORMAT, "has no end"},
    {"[[null, \"a\"], [\"a\"]]", LB_ERR_FORMAT, "host 1 does not say"},
    {"[[null, \"a\"], [null]]", LB_ERR_FORMAT, "host 1 needs an entry for each of the 2 hosts"},
    {"[[null, 7], [7, null]]", LB_ERR_FORMAT, "a device is null, a name"},
    {"[[\"a\", null], [null, \"a\"]]", LB_ERR_ARG, "a link from node 0 to itself"},
    {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", LB_ERR_SIZE, "nested more than 32 deep"},
    {"ChipSpec: { arch: wormhole_b0 }\nMesh: [ ]\n", LB_ERR_FORMAT, "YAML"},
    {"mesh_descriptors { name: \"M\" }\n", LB_ERR_FORMAT, "no top_level_instance"},
    {"mesh_descriptors { name: \"M\" }\ntop_level_instance { mesh { mesh_descriptor: \"M\" } }", LB_ERR_FORMAT,
     "cluster.txt:1: a mesh needs device_topology"},
    {DEVICE "top_level_instance { mesh { mesh_descriptor: \"N\" } }", LB_ERR_FORMAT, "this descriptor's name"},
    {DEVICE "top_level_instance { mesh { mesh_descriptor: \"M\" } }", LB_ERR_ARG, "no links"},
    {DEVICE "graph_descriptors { name: \"G\" instances { graph { graph_descriptor: \"G\" } } }\n" TOP, LB_ERR_FORMAT,
     "nested too deep"},
    {DEVICE "graph_descriptors { name: \"G\" " ONE(0) "connections { nodes { mesh { mesh_descriptor: \"M\" mesh_id: 1 "
                                                      "} } nodes { } channels { count: 1 } } }\n" TOP,
     LB_ERR_FORMAT, "none of the graph's instances"},
    {"mesh_descriptors { name: \"M\" device_topology { dims: [ 2, 2 ] } channels { count: 1 } }\n"
     "graph_descriptors { name: \"G\" " ONE(0)
         ONE(1) "graph_topology { layout_type: RING channels { count: 1 } } }\n" TOP,
     LB_ERR_FORMAT, "does not say which devices"},
    {"mesh_descriptors { name: \"M\" device_topology { dims: [ 60000, 60000 ] } channels { count: 1 } }\n"
     "top_level_instance { mesh { mesh_descriptor: \"M\" } }",
     LB_ERR_SIZE, "at most 65536 nodes"},
    {" GPU0 GPU1\nGPU0 X NV1\n", LB_ERR_FORMAT, "no row for GPU1"},
    {" GPU0 GPU1\nGPU0 X\n", LB_ERR_FORMAT, "cluster.txt:2: the row ends before the column of GPU1"},
    {" GPU0 GPU1\nGPU0 X NV1\nGPU1 NV2 X\n", LB_ERR_FORMAT, "do not say the same"},
    {" GPU0 GPU1\nGPU0 X FOO\n", LB_ERR_FORMAT, "'FOO' is no entry"},
    {" GPU0 GPU1\nGPU0 X NV0\n", LB_ERR_ARG, "not '0'"},
    {" GPU0 GPU1\nGPU2 X NV1\n", LB_ERR_FORMAT, "has no column"},
    {" GPU0 GPU1\nGPU0 X NV1\nGPU0 X NV1\n", LB_ERR_FORMAT, "has had one"},
    {" GPU0 GPU1\nGPU0 X SYS\nGPU1 SYS X\n", LB_ERR_ARG, "no links"},
    {" GPU0 GPU1 GPU2\nGPU0 X NV12 NV12\nGPU1 NV12 X NV12\nGPU2 NV12 NV12 X\n", LB_ERR_UNSUPPORTED, "switch"},
};

static void test_wrong(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(wrong); i++) {
        lb_net *net = (lb_net *)&net;
        lb_why why = {""};
        t_note("%s", wrong[i].text);
        int error = lb_graph_parse(wrong[i].text, strlen(wrong[i].text), "cluster.txt", "graph:x", &net, &why);
        t_note("%s", why.text);
        T_EQUAL(error, wrong[i].error);
        assert_null(net);
        T_TRUE(strstr(why.text, wrong[i].says) != NULL);
    }
}

/* More than a graph can have is refused before it takes memory or time. */
static void test_limits(void **state) {
    (void)state;
    enum { LINKS = 1000000, ROOM = LINKS * 16 };
    char *text = malloc(ROOM);
    size_t size = 0;
    lb_net *net;
    lb_why why = {""};
    assert_non_null(text);
    for (unsigned i = 0; i < LINKS; i++)
        size += (size_t)snprintf(text + size, ROOM - size, "%u %u\n", i / 250, 4000 + i % 250);
    T_EQUAL(lb_graph_parse(text, size, "many", "graph:many", &net, &why), LB_ERR_SIZE);
    T_TRUE(strstr(why.text, "many:524289: a graph has at most 1048576 links") != NULL);
    size = 0;
    for (unsigned i = 0; i < 70000; i++)
        size += (size_t)snprintf(text + size, ROOM - size, "n%u n%u\n", i, i + 1);
    T_EQUAL(lb_graph_parse(text, size, "many", "graph:many", &net, &why), LB_ERR_SIZE);
    T_TRUE(strstr(why.text, "many:65536: a graph has at most 65536 nodes") != NULL);
    snprintf(text, ROOM, "graph");
    memset(text + 5, '{', 102);
    T_EQUAL(lb_graph_parse(text, 107, "deep", "graph:deep", &net, &why), LB_ERR_SIZE);
    free(text);
}

/* Every beginning of a good file is good or refused with a sentence. */
static void test_cut(void **state) {
    (void)state;
    static const char dot[] = "graph g { edge [weight=2]; a -- {b c} -- \"d e\" [dir=both] /* x */ }\n";
    static const char *const texts[] = {dot, nvidia, rocm, jaccl, devices};
    for (size_t i = 0; i < T_COUNT(texts); i++) {
        for (size_t size = 0; size <= strlen(texts[i]); size++) {
            lb_net *net;
            lb_why why = {""};
            char *exact = malloc(size + 1); /* so that a byte too far is seen */
            assert_non_null(exact);
            memcpy(exact + 1, texts[i], size);
            int error = lb_graph_parse(exact + 1, size, "cut", "graph:cut", &net, &why);
            T_TRUE(error ? !net && why.text[0] : net != NULL);
            lb_net_free(net);
            free(exact);
        }
    }
}

/* By name, from a file. */
static void test_names(void **state) {
    (void)state;
    char name[] = "/tmp/linkbound-graph-XXXXXX", text[64], again[64];
    int file = mkstemp(name);
    lb_net *net;
    lb_why why = {""};
    assert_true(file >= 0 && write(file, "0 1\n0 2\n0 3\n", 12) == 12);
    close(file);
    snprintf(text, sizeof text, "graph:%s", name);
    T_EQUAL(lb_net_parse(text, &net, NULL), LB_OK);
    lb_net_name(net, again, sizeof again);
    assert_string_equal(again, text);
    lb_net_free(net);
    unlink(name);
    T_EQUAL(lb_net_parse(text, &net, &why), LB_ERR_IO);
    T_TRUE(strstr(why.text, name) != NULL);
    T_EQUAL(lb_net_parse("graph:", &net, NULL), LB_ERR_ARG);
    T_EQUAL(lb_net_parse("graph:/", &net, NULL), LB_ERR_IO);
    T_EQUAL(lb_net_parse("graph:/dev/zero", &net, NULL), LB_ERR_SIZE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),  cmocka_unit_test(test_dot),    cmocka_unit_test(test_matrix),
        cmocka_unit_test(test_wrong),  cmocka_unit_test(test_limits), cmocka_unit_test(test_cut),
        cmocka_unit_test(test_names),  cmocka_unit_test(test_hosts),  cmocka_unit_test(test_devices),
        cmocka_unit_test(test_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
