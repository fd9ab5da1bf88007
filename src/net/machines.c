/* Machines whose nodes are linked directly, by name: how they are wired, and where that is written.
 *
 * Most are a network that has a name; a few have links of their own. Links that are alike have speed 1. Nodes are
 * numbered as the source does, and as the network named where the note says so. */
#include "net/machines.h"

#include <string.h>

typedef struct entry {
    lb_wiring machine;
    const char *links; /* NULL: its network has a name */
} entry;

static const char dgx_1_v100[] =
    "0 1\n0 2\n0 3 2\n0 4 2\n1 2 2\n1 3\n1 5 2\n2 3 2\n2 6\n3 7\n4 5\n4 6\n4 7 2\n5 6 2\n5 7\n6 7 2\n";

static const char mi250_16[] =
    "0 1 4\n0 2\n0 4 2\n1 2\n1 3\n1 5\n2 3 4\n2 6\n3 7 2\n4 5 4\n4 12\n5 13\n5 14\n6 7 4\n6 13\n6 14\n7 15\n8 9 4\n"
    "8 10\n8 12 2\n9 10\n9 11\n9 13\n10 11 4\n10 14\n11 15 2\n12 13 4\n14 15 4\n";

static const char mi250x_8[] = "0 1 4\n0 2\n0 6 2\n1 3\n1 5\n2 3 4\n2 4 2\n3 7\n4 5 4\n4 6\n5 7\n6 7 4\n";

static const char spinnaker_48[] =
    "0 1\n0 4\n0 5\n1 2\n1 5\n1 6\n2 3\n2 6\n2 7\n3 7\n3 8\n4 5\n4 9\n4 10\n5 6\n5 10\n5 11\n6 7\n6 11\n6 12\n7 8\n"
    "7 12\n7 13\n8 13\n8 14\n9 10\n9 15\n9 16\n10 11\n10 16\n10 17\n11 12\n11 17\n11 18\n12 13\n12 18\n12 19\n"
    "13 14\n13 19\n13 20\n14 20\n14 21\n15 16\n15 22\n15 23\n16 17\n16 23\n16 24\n17 18\n17 24\n17 25\n18 19\n"
    "18 25\n18 26\n19 20\n19 26\n19 27\n20 21\n20 27\n20 28\n21 28\n21 29\n22 23\n22 30\n23 24\n23 30\n23 31\n"
    "24 25\n24 31\n24 32\n25 26\n25 32\n25 33\n26 27\n26 33\n26 34\n27 28\n27 34\n27 35\n28 29\n28 35\n28 36\n"
    "29 36\n30 31\n30 37\n31 32\n31 37\n31 38\n32 33\n32 38\n32 39\n33 34\n33 39\n33 40\n34 35\n34 40\n34 41\n"
    "35 36\n35 41\n35 42\n36 42\n37 38\n37 43\n38 39\n38 43\n38 44\n39 40\n39 44\n39 45\n40 41\n40 45\n40 46\n"
    "41 42\n41 46\n41 47\n42 47\n43 44\n44 45\n45 46\n46 47\n";

/* By name. */
static const entry entries[] = {
    {{"aurora-6", "complete:6", "6 GPUs of an Aurora node, all linked",
      "https://github.com/argonne-lcf/user-guides/blob/HEAD/docs/aurora/index.md"},
     NULL},
    {{"cm-2", "cube:12", "Connection Machine CM-2: 4096 chips of 16 processors",
      "http://tamikothiel.com/theory/cm_txts/di-ch2.html"},
     NULL},
    {{"dgx-1-p100", "hyperx:4x2", "DGX-1 with 8 P100",
      "https://github.com/NVIDIA/go-gpuallocator/blob/HEAD/gpuallocator/common_test.go"},
     NULL},
    {{"dgx-1-v100", NULL, "DGX-1 with 8 V100, Azure NDv2: links of one and two NVLinks",
      "https://github.com/NVIDIA/go-gpuallocator/blob/HEAD/gpuallocator/common_test.go"},
     dgx_1_v100},
    {{"dgx-spark-3", "ring:3", "3 DGX Sparks in a ring",
      "https://build.nvidia.com/spark/connect-multiple-sparks/cable-devices"},
     NULL},
    {{"dgx-spark-4", "ring:4", "4 DGX Sparks in a ring",
      "https://github.com/FujitsuPolycom/sparkring/blob/HEAD/README.md"},
     NULL},
    {{"galaxy-blackhole", "mesh:4x8", "Tenstorrent Galaxy, 32 Blackhole chips",
      "https://github.com/tenstorrent/tt-metal/blob/e4f9f0b/tools/scaleout/node/node.cpp"},
     NULL},
    {{"galaxy-blackhole-torus", "4x8", "Galaxy with cables around both ways",
      "https://github.com/tenstorrent/tt-metal/blob/e4f9f0b/tools/scaleout/node/node.cpp"},
     NULL},
    {{"galaxy-wormhole", "mesh:4x8", "Tenstorrent Galaxy, 32 Wormhole chips",
      "https://github.com/tenstorrent/tt-metal/blob/e4f9f0b/tools/scaleout/node/node.cpp"},
     NULL},
    {{"galaxy-wormhole-torus", "4x8", "Galaxy with cables around both ways",
      "https://github.com/tenstorrent/tt-metal/blob/e4f9f0b/tools/scaleout/node/node.cpp"},
     NULL},
    {{"gaudi2-8", "complete:8", "8 Gaudi 2, three ports between any two",
      "https://docs.habana.ai/en/latest/Management_and_Monitoring/Network_Configuration"},
     NULL},
    {{"gaudi3-8", "complete:8", "8 Gaudi 3, three ports between any two",
      "https://docs.habana.ai/en/latest/Management_and_Monitoring/Network_Configuration"},
     NULL},
    {{"gfx908-8p6l", "circulant:8:1,2,3", "8 gfx908 with 6 links each; nodes in the order of the circle",
      "https://github.com/ROCm/rccl/blob/0cbce2a/tools/topo_expl/models/topo_8p6l.xml"},
     NULL},
    {{"groq-8", "complete:8", "GroqNode of 8 cards, as a report on Hot Chips 34 has it",
      "https://vengineer.hatenablog.com/entry/2022/08/31/090000_1"},
     NULL},
    {{"hgx-a100-4", "complete:4", "4 A100 without a switch (Polaris)",
      "https://github.com/argonne-lcf/user-guides/blob/HEAD/docs/polaris/index.md"},
     NULL},
    {{"inf1-16", "line:16", "inf1.24xlarge, a line in the figure (a text says ring)",
      "https://github.com/aws-neuron/aws-neuron-sdk/blob/81ce03a/images/inf1-server-arch.png"},
     NULL},
    {{"inf2-12", "ring:12", "inf2.48xlarge: a ring of 12 Inferentia2",
      "https://github.com/aws-neuron/aws-neuron-sdk/blob/81ce03a/images/inf2-topology.png"},
     NULL},
    {{"loudbox-blackhole", "mesh:4x2", "8 p150, as the mesh descriptor has them",
      "https://github.com/tenstorrent/tt-metal/blob/e4f9f0b/tt_metal/fabric/mesh_graph_descriptors/"
      "p150_x8_mesh_graph_descriptor.textproto"},
     NULL},
    {{"mac-4", "complete:4", "4 Mac Studios, a Thunderbolt cable between any two",
      "https://github.com/ml-explore/mlx/blob/846d176/docs/src/usage/distributed.rst"},
     NULL},
    {{"mi100-4", "complete:4", "4 MI100, a hive",
      "https://github.com/ROCm/rccl/blob/0cbce2a/tools/topo_expl/models/topo_4p3l.xml"},
     NULL},
    {{"mi250-16", NULL, "16 GCDs of 8 MI250: links of one, two and four",
      "https://github.com/ROCm/rccl/blob/0cbce2a/tools/topo_expl/models/topo_16p1h.xml"},
     mi250_16},
    {{"mi250x-8", NULL, "8 GCDs of 4 MI250X, a node of Frontier or LUMI: links of one, two and four",
      "https://github.com/ROCm/rccl/blob/0cbce2a/tools/topo_expl/models/topo_8p1h_2.xml"},
     mi250x_8},
    {{"mi300a-4", "complete:4", "4 MI300A (El Capitan)", "https://hpc.llnl.gov/node/1244"}, NULL},
    {{"mi300x-8", "complete:8", "8 MI300X",
      "https://github.com/ROCm/rccl/blob/0cbce2a/tools/topo_expl/models/topo_8p_940.xml"},
     NULL},
    {{"mi50-4", "2x2", "4 MI50 or MI60, a hive: a ring",
      "https://github.com/ROCm/rccl/blob/0cbce2a/tools/topo_expl/models/topo_4p1h.xml"},
     NULL},
    {{"n300", "ring:2", "Tenstorrent n300 card: 2 Wormhole chips",
      "https://github.com/tenstorrent/tt-metal/blob/e4f9f0b/tools/scaleout/board/board.cpp"},
     NULL},
    {{"quietbox-blackhole", "ring:4", "4 p150 in a ring",
      "https://github.com/tenstorrent/tt-metal/blob/e4f9f0b/tools/scaleout/node/node.cpp"},
     NULL},
    {{"quietbox-blackhole-x4", "4x4", "4 boxes of 4 p150; nodes row by row",
      "https://github.com/tenstorrent/tt-metal/blob/e4f9f0b/tests/scale_out/4x_bh_quietbox/cabling_descriptors/"
      "4x_bh_quietbox.textproto"},
     NULL},
    {{"quietbox-p300", "2x2", "2 p300, 4 Blackhole chips in a ring",
      "https://github.com/tenstorrent/tt-metal/blob/e4f9f0b/tools/scaleout/node/node.cpp"},
     NULL},
    {{"spinnaker-48", NULL, "SpiNNaker board, a hexagon of 48 chips, by x, then y",
      "https://github.com/SpiNNakerManchester/SpiNNMachine/blob/HEAD/spinn_machine/machine.py"},
     spinnaker_48},
    {{"summit-socket", "complete:4", "3 V100 and the POWER9 of a socket of Summit",
      "https://github.com/olcf/olcf-user-docs/blob/HEAD/systems/summit_user_guide.rst"},
     NULL},
    {{"t3000", "mesh:2x4", "Tenstorrent T3000, QuietBox: 4 n300; nodes row by row",
      "https://github.com/tenstorrent/tt-metal/blob/e4f9f0b/tools/scaleout/node/node.cpp"},
     NULL},
    {{"tpu-v4-4x4x4", "4x4x4", "cube of TPU v4 or v5p", "https://github.com/jax-ml/scaling-book/blob/0819a7d/tpus.md"},
     NULL},
    {{"tpu-v4-4x4x8-twisted", "twisted:4x4x8", "twisted slice of TPU v4 or v5p",
      "https://docs.cloud.google.com/tpu/docs/v5p"},
     NULL},
    {{"tpu-v5e-16x16", "16x16", "pod of TPU v5e or v6e", "https://github.com/jax-ml/scaling-book/blob/0819a7d/tpus.md"},
     NULL},
    {{"tpu-v5e-8x16", "8-x16", "slice of TPU v5e or v6e: only the axis of 16 goes around",
      "https://github.com/jax-ml/scaling-book/blob/0819a7d/tpus.md"},
     NULL},
    {{"trn1-16", "4x4", "trn1.32xlarge: 16 Trainium chips",
      "https://github.com/aws-neuron/aws-neuron-sdk/blob/81ce03a/about-neuron/arch/neuron-hardware/trn1-arch.rst"},
     NULL},
    {{"trn2-16", "4x4", "trn2.48xlarge: 16 Trainium2 chips",
      "https://github.com/aws-neuron/aws-neuron-sdk/blob/81ce03a/tools/neuron-sys-tools/neuron-ls.rst"},
     NULL},
    {{"trn2-ultra-64", "4x4x4 speeds 2,2,1", "Trn2 UltraServer: 4 instances of 16 chips",
      "https://github.com/aws-neuron/aws-neuron-sdk/blob/81ce03a/about-neuron/arch/neuron-hardware/trn2-arch.rst"},
     NULL},
};

size_t lb_wirings(void) {
    return sizeof entries / sizeof entries[0];
}

const lb_wiring *lb_wiring_at(size_t index) {
    return &entries[index].machine;
}

const lb_wiring *lb_wiring_find(const char *name, const char **links) {
    for (size_t i = 0; i < lb_wirings(); i++) {
        *links = entries[i].links;
        if (strcmp(entries[i].machine.name, name) == 0)
            return &entries[i].machine;
    }
    return NULL;
}
