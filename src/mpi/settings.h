/* What the environment and the profile say. */
#ifndef LB_MPI_SETTINGS_H
#define LB_MPI_SETTINGS_H

#include "linkbound-mpi.h"

#define LB_MPI_DIRECT "direct" /* messages without a plan, as an algorithm */

typedef struct lb_settings {
    lb_mpi_profile profile;
    char algorithm[64]; /* "": the best */
    int effort;         /* that planning takes, as of lb_plan_options */
    char without[512];  /* dead links; "": none */
    char hosts[512];    /* a hosts file; "": none */
    int slots;          /* so many processes, by their ranks, are a node; 0: it is not said */
    uint64_t pieces;    /* long messages go across in so many pieces on a machine; 0: by formula */
    int planes;         /* what goes across does so in so many planes; 1: in all; 0: by the leaders; -1: by formula */
    uint64_t arena;     /* bytes that the processes of a node share, of one network */
    int verbose, debug;
    uint64_t memory; /* bytes that may be kept to be used again, of the whole process */
    double timeout;  /* seconds until a stall is said; 0: never */
    bool abort;      /* and ends the job */
    char trace[512]; /* a file; "": none */
    uint64_t events; /* that a process keeps for it */
} lb_settings;

/* What this process's environment says: all but the profile. The rest of the settings are cleared by the caller. */
int lb_settings_environment(lb_settings *settings, lb_why *why);
int lb_settings_read(MPI_Comm comm, lb_settings *settings, lb_why *why); /* collective: rank 0's are everybody's */

#endif
