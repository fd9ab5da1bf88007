/* What a stage has is freed with it. */
#include "mpi/instance.h"

#include <stdlib.h>

void lb_instance_free(lb_instance *instance) {
    if (!instance)
        return;
    lb_runner_free(instance->runner);
    lb_script_free(instance->script);
    lb_folding_free(&instance->folding);
    free(instance->lanes);
    free(instance->landing);
    free(instance->loads);
    free((void *)instance->want.list);
    free((void *)instance->want.shape.values);
    free(instance);
}
