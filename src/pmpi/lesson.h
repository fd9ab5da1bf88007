/* Which of two ways is the faster: rounds in which each is tried once, until it is clear. No MPI here, and nothing but
 * the times that it is given: who gives the same times gets the same verdict. */
#ifndef LB_PMPI_LESSON_H
#define LB_PMPI_LESSON_H

typedef enum lb_verdict { LB_UNDECIDED, LB_OURS, LB_THEIRS } lb_verdict;

enum { LB_LESSON_ROUNDS = 25 };

typedef struct lb_lesson {
    unsigned rounds;
    float ours[LB_LESSON_ROUNDS], theirs[LB_LESSON_ROUNDS]; /* the least first */
    double gain; /* of a verdict: how many times as long the other takes; may be a little below 1 */
} lb_lesson;

/* One more round: seconds, of the slowest process each. */
lb_verdict lb_lesson_round(lb_lesson *lesson, double ours, double theirs);

#endif
