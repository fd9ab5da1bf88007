/* Profiles: what is known about a machine's links and its nodes' memory, in a small text file:
 *
 *     linkbound-profile 1
 *     tau 0.8
 *     beta 2000
 *     gap 500
 *     hop 100
 *     shared no
 *     ports all
 *     chunk 49152
 *     window 4
 *     copy 0.2
 *     meet 1000
 *
 * Numbers are decimal; tau, beta, gap, hop, copy and meet are in nanoseconds. Blank lines and what follows a # mean
 * nothing. Every line may be missing but the first; none may be there twice. Without gap it is beta; without hop, or
 * with "hop none", processes send to their neighbours only. */
#define _POSIX_C_SOURCE 200809L
#include "mpi/profile.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE = 256, LINES = 200, NAME = 4096 };

static int fail(lb_why *why, int error, const char *format, ...) __attribute__((format(printf, 3, 4)));
static int fail(lb_why *why, int error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (why)
        vsnprintf(why->text, sizeof why->text, format, arguments);
    va_end(arguments);
    return error;
}

lb_mpi_profile lb_mpi_profile_default(void) {
#if defined(OPEN_MPI)
    const uint64_t chunk = 48 * 1024;
#elif defined(MPICH_VERSION)
    const uint64_t chunk = 12 * 1024;
#else
    const uint64_t chunk = 0;
#endif
    lb_mpi_profile profile = {.chunk = chunk, .window = 4};
    lb_ratio_make(4, 5, &profile.tau);
    lb_ratio_make(2000, 1, &profile.beta);
    profile.gap = profile.beta;
    lb_ratio_make(0, 1, &profile.hop);
    lb_ratio_make(1, 5, &profile.copy);
    lb_ratio_make(1000, 1, &profile.meet);
    return profile;
}

/* "12", "0.8", ".125": at most 9 digits before the point and 6 behind it. */
static bool parse_decimal(const char *text, lb_ratio *ratio) {
    uint64_t number = 0, scale = 1;
    unsigned before = 0, behind = 0;
    for (; isdigit((unsigned char)*text); text++, before++)
        number = number * 10 + (uint64_t)(*text - '0');
    if (before > 9)
        return false;
    if (*text == '.') {
        for (text++; isdigit((unsigned char)*text); text++, behind++) {
            if (behind < 6) {
                number = number * 10 + (uint64_t)(*text - '0');
                scale *= 10;
            }
        }
    }
    return *text == '\0' && before + behind > 0 && lb_ratio_make(number, scale, ratio) == LB_OK;
}

static bool parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *number) {
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 18 || text[digits])
        return false;
    *number = strtoull(text, NULL, 10);
    return *number >= least && *number <= most;
}

static bool set_ports(const char *value, lb_mpi_profile *profile) {
    uint64_t number = 0;
    if (strcmp(value, "all") != 0 && !parse_number(value, 1, LB_MAX_PORTS, &number))
        return false;
    profile->ports = (uint32_t)number;
    return true;
}

static bool set_hop(const char *value, lb_mpi_profile *profile) {
    profile->routed = strcmp(value, "none") != 0;
    return !profile->routed || parse_decimal(value, &profile->hop);
}

static bool set_shared(const char *value, lb_mpi_profile *profile) {
    profile->shared = strcmp(value, "yes") == 0;
    return profile->shared || strcmp(value, "no") == 0;
}

static const char *const keys[] = {"tau", "beta", "ports", "chunk", "gap", "hop", "shared", "window", "copy", "meet"};
enum { KEYS = 10, GAP = 4 };

static bool set(lb_mpi_profile *profile, unsigned key, const char *value) {
    uint64_t number = 0;
    switch (key) {
    case 0: return parse_decimal(value, &profile->tau) && profile->tau.num > 0;
    case 1: return parse_decimal(value, &profile->beta);
    case 2: return set_ports(value, profile);
    case 3:
        if (!parse_number(value, 0, UINT64_C(1) << 30, &profile->chunk))
            return false;
        return profile->chunk == 0 || profile->chunk >= 64;
    case GAP: return parse_decimal(value, &profile->gap);
    case 5: return set_hop(value, profile);
    case 6: return set_shared(value, profile);
    case 7:
        if (!parse_number(value, 1, 64, &number))
            return false;
        profile->window = (uint32_t)number;
        return true;
    case 8: return parse_decimal(value, &profile->copy);
    default: return parse_decimal(value, &profile->meet);
    }
}

static char *trim(char *line) {
    line[strcspn(line, "#\r\n")] = '\0';
    while (isspace((unsigned char)*line))
        line++;
    for (size_t end = strlen(line); end > 0 && isspace((unsigned char)line[end - 1]); end--)
        line[end - 1] = '\0';
    return line;
}

static int read_line(const char *path, unsigned number, char *line, lb_mpi_profile *profile, unsigned *seen,
                     lb_why *why) {
    size_t word = strcspn(line, " \t");
    char *value = line + word + strspn(line + word, " \t");
    line[word] = '\0';
    for (unsigned key = 0; key < KEYS; key++) {
        if (strcmp(line, keys[key]) != 0)
            continue;
        if (*seen >> key & 1)
            return fail(why, LB_ERR_FORMAT, "%.100s:%u: %s is there twice", path, number, keys[key]);
        *seen |= 1U << key;
        if (!set(profile, key, value))
            return fail(why, LB_ERR_FORMAT, "%.100s:%u: '%.40s' is not a %s", path, number, value, keys[key]);
        return LB_OK;
    }
    return fail(why, LB_ERR_FORMAT, "%.100s:%u: there is no '%.40s' in a profile", path, number, line);
}

static int read_from(FILE *file, const char *path, lb_mpi_profile *profile, lb_why *why) {
    char buffer[LINE];
    unsigned number = 0, seen = 0;
    bool titled = false;
    while (fgets(buffer, sizeof buffer, file)) {
        if (++number > LINES || (strlen(buffer) == sizeof buffer - 1 && buffer[sizeof buffer - 2] != '\n'))
            return fail(why, LB_ERR_FORMAT, "%.100s:%u: too long for a profile", path, number);
        char *line = trim(buffer);
        if (!*line)
            continue;
        if (!titled && strcmp(line, "linkbound-profile 1") != 0)
            return fail(why, LB_ERR_FORMAT, "%.100s:%u: a profile begins with 'linkbound-profile 1'", path, number);
        int error = titled ? read_line(path, number, line, profile, &seen, why) : LB_OK;
        if (error)
            return error;
        titled = true;
    }
    if (ferror(file))
        return fail(why, LB_ERR_IO, "%.100s: %s", path, strerror(errno));
    if (!(seen >> GAP & 1))
        profile->gap = profile->beta;
    return titled ? LB_OK : fail(why, LB_ERR_FORMAT, "%.100s: empty, not a profile", path);
}

int lb_mpi_profile_read(const char *path, lb_mpi_profile *profile, lb_why *why) {
    struct stat about;
    bool there = stat(path, &about) == 0;
    if (there && !S_ISREG(about.st_mode))
        return fail(why, LB_ERR_IO, "%.100s: not a file", path);
    FILE *file = there ? fopen(path, "r") : NULL;
    if (!file)
        return fail(why, LB_ERR_IO, "%.100s: %s", path, strerror(errno));
    lb_mpi_profile found = lb_mpi_profile_default();
    int error = read_from(file, path, &found, why);
    fclose(file);
    if (!error)
        *profile = found;
    return error;
}

/* The file that LINKBOUND_PROFILE names; NULL: none, or the word none. */
static const char *named(void) {
    const char *name = getenv("LINKBOUND_PROFILE");
    return name && *name && strcmp(name, "none") != 0 ? name : NULL;
}

int lb_mpi_profile_path(char *buffer, size_t size) {
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (named())
        return snprintf(buffer, size, "%s", named());
    if (config && config[0] == '/')
        return snprintf(buffer, size, "%s/linkbound/profile", config);
    if (home && home[0] == '/')
        return snprintf(buffer, size, "%s/.config/linkbound/profile", home);
    return 0;
}

int lb_mpi_profile_look(lb_mpi_profile *profile, char *path, size_t size, lb_why *why) {
    const char *word = getenv("LINKBOUND_PROFILE");
    int length = lb_mpi_profile_path(path, size);
    *profile = lb_mpi_profile_default();
    if (word && strcmp(word, "none") == 0)
        return LB_PROFILE_UNWANTED;
    if (length >= (int)size)
        return fail(why, LB_ERR_IO, "the name of the profile is too long");
    if (length <= 0)
        path[0] = '\0';
    if (length <= 0 || (!named() && access(path, F_OK) != 0))
        return LB_PROFILE_MISSING;
    return lb_mpi_profile_read(path, profile, why);
}

int lb_mpi_profile_find(lb_mpi_profile *profile, lb_why *why) {
    char path[NAME];
    int found = lb_mpi_profile_look(profile, path, sizeof path, why);
    return found > 0 ? LB_OK : found;
}

/* A ratio as a decimal that parse_decimal reads; rounded to what that takes. */
static void decimal(lb_ratio ratio, char *text, size_t size) {
    double value = (double)ratio.num / (double)ratio.den;
    snprintf(text, size, "%.6f", value);
    for (size_t end = strlen(text); end > 1 && (text[end - 1] == '0' || text[end - 1] == '.'); end--) {
        bool point = text[end - 1] == '.';
        text[end - 1] = '\0';
        if (point)
            break;
    }
}

bool lb_mpi_profile_print(FILE *file, const lb_mpi_profile *profile) {
    char tau[64], beta[64], gap[64], copy[64], meet[64], hop[64] = "none", ports[16] = "all";
    decimal(profile->tau, tau, sizeof tau);
    decimal(profile->beta, beta, sizeof beta);
    decimal(profile->gap, gap, sizeof gap);
    decimal(profile->copy, copy, sizeof copy);
    decimal(profile->meet, meet, sizeof meet);
    if (profile->routed)
        decimal(profile->hop, hop, sizeof hop);
    if (profile->ports > 0)
        snprintf(ports, sizeof ports, "%" PRIu32, profile->ports);
    return fprintf(file,
                   "linkbound-profile 1\ntau %s  # ns per byte\nbeta %s  # ns per packet\n"
                   "gap %s  # ns per packet, of several on a link\n"
                   "hop %s  # ns per further hop of messages that do not go to neighbours\n"
                   "shared %s\nports %s\nchunk %" PRIu64 "\nwindow %" PRIu32 "\n"
                   "copy %s  # ns per byte, inside a node\nmeet %s  # ns, inside a node\n",
                   tau, beta, gap, hop, profile->shared ? "yes" : "no", ports, profile->chunk, profile->window, copy,
                   meet) > 0;
}

/* Makes the folders that a path needs; what fails shows when the file is opened. */
static void make_folders(const char *path) {
    char folder[NAME];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0777);
        *slash = '/';
    }
}

/* A device or a pipe is written to, and not replaced. */
static bool is_special(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

static int write_special(const char *path, const lb_mpi_profile *profile, lb_why *why) {
    FILE *file = fopen(path, "w");
    bool fine = file && lb_mpi_profile_print(file, profile);
    fine = file && fclose(file) == 0 && fine;
    return fine ? LB_OK : fail(why, LB_ERR_IO, "%.100s: %s", path, strerror(errno));
}

/* A new file beside the profile, which takes its place when it is whole. */
static int open_beside(const char *path, char temporary[NAME], lb_why *why) {
    struct stat about;
    if (snprintf(temporary, NAME, "%s.XXXXXX", path) >= NAME) {
        fail(why, LB_ERR_IO, "the name of the profile is too long");
        return -1;
    }
    make_folders(path);
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        fail(why, LB_ERR_IO, "%.100s: not a file", path);
        return -1;
    }
    int file = mkstemp(temporary);
    if (file < 0)
        fail(why, LB_ERR_IO, "%.100s: %s", path, strerror(errno));
    return file;
}

int lb_mpi_profile_possible(const char *path, lb_why *why) {
    char temporary[NAME];
    if (is_special(path))
        return LB_OK;
    int file = open_beside(path, temporary, why);
    if (file < 0)
        return LB_ERR_IO;
    close(file);
    unlink(temporary);
    return LB_OK;
}

int lb_mpi_profile_write(const char *path, const lb_mpi_profile *profile, lb_why *why) {
    return lb_mpi_profile_keep(path, profile, "", why);
}

int lb_mpi_profile_keep(const char *path, const lb_mpi_profile *profile, const char *remarks, lb_why *why) {
    char temporary[NAME];
    if (is_special(path))
        return write_special(path, profile, why);
    int file = open_beside(path, temporary, why);
    if (file < 0)
        return LB_ERR_IO;
    FILE *stream = fdopen(file, "w");
    if (!stream) {
        close(file);
        unlink(temporary);
        return fail(why, LB_ERR_MEMORY, "%.100s: not enough memory to write it", path);
    }
    bool fine = fputs(remarks, stream) >= 0 && lb_mpi_profile_print(stream, profile) && fflush(stream) == 0 &&
                fchmod(file, 0644) == 0 && fsync(file) == 0;
    fine = fclose(stream) == 0 && fine && rename(temporary, path) == 0;
    if (fine)
        return LB_OK;
    int error = fail(why, LB_ERR_IO, "%.100s: %s", path, strerror(errno));
    unlink(temporary);
    return error;
}
