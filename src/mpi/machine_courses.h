/* All courses. */
#ifndef LB_MPI_MACHINE_COURSES_H
#define LB_MPI_MACHINE_COURSES_H

#include "mpi/machine_course.h"

/* Of a call; NULL: it has none on this machine. */
const lb_course *lb_course_of(const lb_machine *machine, const lb_call *call);

#endif
