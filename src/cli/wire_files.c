/* A host's addresses and routes as commands and as files. Whatever a host sends has its own address as the source, not
 * that of a cable, so that answers find their way. */
#include "cli/wire_files.h"

static const char *far_end(const wiring *w, uint32_t node, unsigned port, wire_address *a) {
    *a = wiring_end_address(w, lb_neighbor(w->net, node, port), wiring_other_port(w, port));
    return a->text;
}

void wiring_ip(FILE *out, const wiring *w, uint32_t node) {
    wire_address own = wiring_node_address(node), gate;
    fprintf(out, "# %s, node %u\n", w->hosts[node], (unsigned)node);
    fprintf(out, "sysctl -q -w net.ipv4.ip_forward=1\n");
    fprintf(out, "ip address replace %s/32 dev lo\n", own.text);
    for (unsigned port = 0; port < lb_net_ports(w->net); port++) {
        if (!wiring_has_cable(w, node, port))
            continue;
        fprintf(out, "ip link set dev %s up\n", w->ports[port]);
        fprintf(out, "ip address replace %s/31 dev %s\n", wiring_end_address(w, node, port).text, w->ports[port]);
    }
    for (uint32_t to = 0; to < lb_net_nodes(w->net); to++) {
        if (to == node)
            continue;
        unsigned port = wiring_route(w, node, to);
        fprintf(out, "ip route replace %s/32 via %s dev %s src %s\n", wiring_node_address(to).text,
                far_end(w, node, port, &gate), w->ports[port], own.text);
    }
}

void wiring_networkd(FILE *out, const wiring *w, uint32_t node) {
    wire_address own = wiring_node_address(node), gate;
    fprintf(out, "# %s: /etc/systemd/network/10-linkbound-lo.network\n", w->hosts[node]);
    fprintf(out, "[Match]\nName=lo\n\n[Network]\nAddress=%s/32\n\n", own.text);
    for (unsigned port = 0; port < lb_net_ports(w->net); port++) {
        if (!wiring_has_cable(w, node, port))
            continue;
        fprintf(out, "# %s: /etc/systemd/network/10-linkbound-%s.network\n", w->hosts[node], w->ports[port]);
        fprintf(out, "[Match]\nName=%s\n\n[Network]\nAddress=%s/31\nIPForward=ipv4\n\n", w->ports[port],
                wiring_end_address(w, node, port).text);
        for (uint32_t to = 0; to < lb_net_nodes(w->net); to++) {
            if (to != node && wiring_route(w, node, to) == port)
                fprintf(out, "[Route]\nDestination=%s/32\nGateway=%s\nPreferredSource=%s\n\n",
                        wiring_node_address(to).text, far_end(w, node, port, &gate), own.text);
        }
    }
}
