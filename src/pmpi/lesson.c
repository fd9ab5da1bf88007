/* A time is what a call takes, and whatever disturbs it; so the shortest third of the times counts. The closer the two
 * are, the more rounds it takes to tell them apart, and the less they cost. */
#include "pmpi/lesson.h"

/* Into its place among `count` others. */
static void insert(float *times, unsigned count, double time) {
    unsigned at = count;
    for (; at > 0 && times[at - 1] > (float)time; at--)
        times[at] = times[at - 1];
    times[at] = (float)time;
}

static double shortest_third(const float *times, unsigned count) {
    unsigned third = (count + 2) / 3;
    double sum = 0;
    for (unsigned i = 0; i < third; i++)
        sum += times[i];
    return sum / third;
}

/* How many times as long the one must take to be the slower after so many rounds; 0: too early to say. */
static double clear_after(unsigned rounds) {
    static const struct {
        unsigned rounds;
        double clear;
    } steps[] = {{LB_LESSON_ROUNDS, 1.01}, {15, 1.05}, {9, 1.1}, {5, 1.2}, {3, 1.5}};
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (rounds >= steps[i].rounds)
            return steps[i].clear;
    }
    return 0;
}

lb_verdict lb_lesson_round(lb_lesson *lesson, double ours, double theirs) {
    unsigned rounds = lesson->rounds;
    if (rounds < LB_LESSON_ROUNDS) {
        insert(lesson->ours, rounds, ours);
        insert(lesson->theirs, rounds, theirs);
        rounds = ++lesson->rounds;
    }
    double a = shortest_third(lesson->ours, rounds), b = shortest_third(lesson->theirs, rounds),
           clear = clear_after(rounds);
    if (!(clear > 0))
        return LB_UNDECIDED;
    lesson->gain = a > 0 ? b / a : 1;
    if (b > 0 && a > clear * b) {
        lesson->gain = a / b;
        return LB_THEIRS;
    }
    return b > clear * a || rounds == LB_LESSON_ROUNDS ? LB_OURS : LB_UNDECIDED;
}
