# The programs that bench/netns/programs runs. Of each: its MPI, what is run, the packages it needs, how it gets its input (in
# an empty folder), its answer (in the same folder, when it has run), and how closely answers must agree.
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # read through of(), in programs
mocassin_mpi=mpich
mocassin_runs=(mocassin)
mocassin_packages="mocassin mocassin-benchmarks"
mocassin_within=0.03 # it throws dice
mocassin_input() { # its own benchmark, but two iterations
    local from=/usr/share/mocassin/benchmarks/dust/1D/p0tau1
    mkdir input output
    cp $from/p0tau1* input
    sed 's/^maxIterateMC.*/maxIterateMC 2 95./' $from/input.in >input/input.in
}
mocassin_answer() { # the temperatures of all grains and cells
    awk 'NF == 2 { sum += $2 } END { print sum }' output/dustGrid.out
}

bagel_mpi=mpich
bagel_runs=(BAGEL bagel.json)
bagel_packages="bagel"
bagel_within=1e-8
bagel_input() {
    cp "$lbnet_here/inputs/bagel.json" .
}
bagel_answer() { # the energy of the last iteration
    awk '$1 ~ /^[0-9]+$/ && NF == 4 && $2 ~ /^-[0-9]+\.[0-9]+$/ { last = $2 } END { print last }' stdout
}

pw_mpi=openmpi
pw_runs=(pw.x -in pw.in)
pw_packages="quantum-espresso quantum-espresso-data"
pw_within=1e-6
pw_input() {
    cp "$lbnet_here/inputs/pw.in" .
    zcat /usr/share/doc/quantum-espresso/examples/EPW/sic/pp/Si.pz-vbc.UPF.gz >Si.UPF
}
pw_answer() {
    awk '/^!.*total energy/ { print $5 }' stdout
}

elk_mpi=openmpi
elk_runs=(elk-lapw)
elk_packages="elk-lapw"
elk_within=1e-8
elk_input() { # its own example, but five loops
    sed "s#'.*species/'#'/usr/share/elk-lapw/species/'#" /usr/share/doc/elk-lapw/examples/basic/Al/elk.in >elk.in
    printf '\nmaxscl\n  5\n' >>elk.in
}
elk_answer() {
    tail -n 1 TOTENERGY.OUT
}
