/* The axes of a plot: what they span and where they are labelled. */
#include "draw/plot.h"

#include <inttypes.h>

double lb_log2(double value) {
    const double ln2 = 0.693147180559945309417;
    double exponent = 0, sum = 0;
    while (value >= 2) {
        value /= 2;
        exponent++;
    }
    while (value < 1) {
        value *= 2;
        exponent--;
    }
    /* ln v = 2 artanh((v-1)/(v+1)), of at most 1/3 */
    double z = (value - 1) / (value + 1), term = z;
    for (int k = 1; k < 40; k += 2) {
        sum += term / k;
        term *= z * z;
    }
    return exponent + 2 * sum / ln2;
}

void lb_size_text(uint64_t bytes, char *buffer, size_t size) {
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    unsigned unit = 0;
    for (; unit < 6 && bytes >= 1024 && bytes % 1024 == 0; unit++)
        bytes /= 1024;
    snprintf(buffer, size, "%" PRIu64 " %s", bytes, units[unit]);
}

static bool drawable(double y) {
    return y > 0 && y < 1e300;
}

bool lb_plot_possible(const lb_plot *plot) {
    bool any = false;
    for (size_t i = 0; i < plot->points; i++) {
        for (unsigned k = 0; k < plot->lines; k++)
            any = any || drawable(plot->line[k].y[i]);
    }
    return any && plot->points > 1 && plot->x[0] > 0;
}

static void include(lb_axes *axes, double y, bool *first) {
    if (!drawable(y))
        return;
    double at = lb_log2(y);
    axes->low = *first || at < axes->low ? at : axes->low;
    axes->high = *first || at > axes->high ? at : axes->high;
    *first = false;
}

/* A little air above and below; what is flat gets an axis of a factor of two. */
lb_axes lb_plot_axes(const lb_plot *plot) {
    lb_axes axes = {.left = lb_log2((double)plot->x[0]), .right = lb_log2((double)plot->x[plot->points - 1])};
    bool first = true;
    for (size_t i = 0; i < plot->points; i++) {
        include(&axes, plot->bound[i], &first);
        for (unsigned k = 0; k < plot->lines; k++)
            include(&axes, plot->line[k].y[i], &first);
    }
    double air = 0.02 * (axes.high - axes.low);
    if (axes.high - axes.low < 1)
        air = (1 - (axes.high - axes.low)) / 2;
    axes.low -= air;
    axes.high += air;
    return axes;
}

/* Powers of two, evenly; where fewer than two lie in the range, its ends. */
size_t lb_size_ticks(const lb_plot *plot, const lb_axes *axes, size_t most, lb_tick ticks[LB_TICKS]) {
    static const unsigned strides[] = {1, 2, 5, 10, 20, 64};
    size_t count = 0;
    for (unsigned s = 0; s < sizeof strides / sizeof *strides; s++) {
        count = 0;
        for (unsigned e = 0; e < 64; e += strides[s]) {
            if (e < axes->left - 1e-9 || e > axes->right + 1e-9)
                continue;
            ticks[count].at = e;
            lb_size_text(UINT64_C(1) << e, ticks[count++].text, sizeof ticks->text);
        }
        if (count <= most)
            break;
    }
    if (count >= 2)
        return count;
    for (size_t i = 0; i < 2; i++) {
        ticks[i].at = i ? axes->right : axes->left;
        lb_size_text(plot->x[i ? plot->points - 1 : 0], ticks[i].text, sizeof ticks->text);
    }
    return 2;
}

static double power_of_ten(int power) {
    double value = 1;
    for (int i = 0; i < power; i++)
        value *= 10;
    for (int i = 0; i > power; i--)
        value /= 10;
    return value;
}

static void name_time(lb_tick *tick) {
    double value = tick->mantissa * power_of_ten(tick->power);
    if (tick->power >= -3 && tick->power <= 4)
        snprintf(tick->text, sizeof tick->text, "%.*f", tick->power < 0 ? -tick->power : 0, value);
    else
        snprintf(tick->text, sizeof tick->text, "%de%d", tick->mantissa, tick->power);
}

/* Every `stride`-th power of ten, times each of the mantissas. */
static size_t time_ticks(const lb_axes *axes, int stride, const int *mantissas, lb_tick ticks[LB_TICKS]) {
    static const double per_decade = 3.321928094887362;
    size_t count = 0;
    for (int power = -300 - -300 % stride; power <= 300; power += stride) {
        if ((power + 1) * per_decade < axes->low || power * per_decade > axes->high)
            continue;
        for (const int *m = mantissas; *m; m++) {
            double at = power * per_decade + lb_log2(*m);
            if (at < axes->low || at > axes->high || count == LB_TICKS)
                continue;
            ticks[count] = (lb_tick){.at = at, .mantissa = *m, .power = power};
            name_time(&ticks[count++]);
        }
    }
    return count;
}

size_t lb_time_ticks(const lb_axes *axes, size_t most, lb_tick ticks[LB_TICKS]) {
    static const int fine[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 0}, some[] = {1, 2, 5, 0}, one[] = {1, 0};
    size_t count = time_ticks(axes, 1, some, ticks);
    if (count < 2)
        return time_ticks(axes, 1, fine, ticks);
    for (int stride = 1; count > most && stride <= 100; stride = stride == 1 ? 2 : stride == 2 ? 5 : stride * 2)
        count = time_ticks(axes, stride, one, ticks);
    return count;
}
