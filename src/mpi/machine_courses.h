/* All courses. */
#ifndef LB_MPI_MACHINE_COURSES_H
#define LB_MPI_MACHINE_COURSES_H

#include "mpi/machine_course.h"

/* Of a call whose blocks are all alike; NULL: it has none. */
const lb_course *lb_course_of(const lb_call *call);

#endif
