/* Schedule files of any tool as persistent requests. Rank 0 alone need have the file: it tells the others what is in
 * it, and each of them reads and judges that, on the network of the processes. Then all say how they fared, so that
 * either all have a request or all have the same error. */
#define _POSIX_C_SOURCE 200809L
#include "linkbound-import.h"

#include "mpi/advance.h"
#include "mpi/cache.h"
#include "mpi/plans.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int cannot(const char *path, lb_why *why) {
    snprintf(why->text, sizeof why->text, "%.120s: %.80s", path, strerror(errno));
    return LB_ERR_IO;
}

static bool is_file(FILE *file) {
    struct stat facts;
    return fstat(fileno(file), &facts) == 0 && S_ISREG(facts.st_mode);
}

/* Rank 0: all that is in the file. */
static int load(const char *path, unsigned char **bytes, uint64_t *size, lb_why *why) {
    long long length = -1;
    FILE *file = fopen(path, "rb");
    if (!file)
        return cannot(path, why);
    if (!is_file(file)) {
        fclose(file);
        snprintf(why->text, sizeof why->text, "%.120s: a folder, pipe or device, and not a schedule file", path);
        return LB_ERR_IO;
    }
    if (fseeko(file, 0, SEEK_END) == 0)
        length = (long long)ftello(file);
    rewind(file);
    *bytes = length < 0 ? NULL : malloc((size_t)length + 1);
    *size = length < 0 ? 0 : (uint64_t)length;
    bool fine = *bytes && fread(*bytes, 1, (size_t)length, file) == (size_t)length;
    int error = fine ? LB_OK : cannot(path, why);
    if (length >= 0 && !*bytes) {
        snprintf(why->text, sizeof why->text, "%.120s: not enough memory for it", path);
        error = LB_ERR_MEMORY;
    }
    fclose(file);
    return error;
}

/* As a file without a name, which goes when it is closed: rank 0 has it too, so that all judge the same bytes. */
static FILE *unload(const unsigned char *bytes, uint64_t size) {
    FILE *file = tmpfile();
    if (file && (fwrite(bytes, 1, (size_t)size, file) != (size_t)size || fflush(file) != 0)) {
        fclose(file);
        return NULL;
    }
    return file;
}

/* The worst that has happened to anybody becomes everybody's, with its sentence. An MPI error code. */
static int agree(const lb_mpi_net *net, int *error, lb_why *why) {
    struct {
        int error, rank;
    } mine = {*error, net->rank}, worst = {0, 0};
    int code = MPI_Allreduce(&mine, &worst, 1, MPI_2INT, MPI_MINLOC, net->comm);
    if (code == MPI_SUCCESS && worst.error)
        code = MPI_Bcast(why, (int)sizeof *why, MPI_BYTE, worst.rank, net->comm);
    *error = worst.error;
    return code;
}

/* Collective: what is in rank 0's file, everywhere. An MPI error code. */
static int tell(const lb_mpi_net *net, const char *path, unsigned char **bytes, uint64_t *size, int *error,
                lb_why *why) {
    const uint64_t most = UINT64_C(1) << 30; /* MPI counts in ints */
    *error = net->rank == 0 ? load(path, bytes, size, why) : LB_OK;
    int code = agree(net, error, why);
    if (code != MPI_SUCCESS || *error)
        return code;
    code = MPI_Bcast(size, 1, MPI_UINT64_T, 0, net->comm);
    if (code != MPI_SUCCESS)
        return code;
    if (net->rank > 0 && !(*bytes = malloc((size_t)*size + 1))) {
        snprintf(why->text, sizeof why->text, "%.120s: not enough memory for it", path);
        *error = LB_ERR_MEMORY;
    }
    code = agree(net, error, why);
    for (uint64_t at = 0, now; at < *size && code == MPI_SUCCESS && !*error; at += now) {
        now = *size - at < most ? *size - at : most;
        code = MPI_Bcast(*bytes + at, (int)now, MPI_BYTE, 0, net->comm);
    }
    return code;
}

static int judge(const char *path, const char *name, const lb_mpi_net *net, lb_imported *it, lb_why *why) {
    lb_import_options options = {.net = net->net};
    lb_report report = {.rule = LB_RULE_NONE};
    int error = lb_import(path, &options, it, why);
    if (!error && !lb_plan_suits(it->plan, net)) {
        snprintf(why->text, sizeof why->text, "%.120s: the schedule is for another network", name);
        error = LB_ERR_ARG;
    }
    if (!error && it->format == LB_IMPORT_OWN) /* others were checked as they were read */
        error = lb_check_plan(it->plan, NULL, &report, why);
    if (error == LB_ERR_CHECK && report.rule != LB_RULE_NONE)
        snprintf(why->text, sizeof why->text, "%.80s: %s: %.100s", name, lb_rule_name(report.rule), report.text);
    lb_report_free(&report);
    return error;
}

/* Sentences name the file that the user knows. */
static void rename_file(const char *own, const char *path, lb_why *why) {
    char *at = strstr(why->text, own), rest[sizeof why->text];
    if (!at)
        return;
    snprintf(rest, sizeof rest, "%s", at + strlen(own));
    snprintf(at, sizeof why->text - (size_t)(at - why->text), "%.120s%s", path, rest);
}

static int read_plan(const char *path, const lb_mpi_net *net, lb_imported *it, int *error, lb_why *why) {
    unsigned char *bytes = NULL;
    uint64_t size = 0;
    char own[64];
    int code = tell(net, path, &bytes, &size, error, why);
    if (code == MPI_SUCCESS && !*error) {
        FILE *file = unload(bytes, size);
        snprintf(own, sizeof own, "/dev/fd/%d", file ? fileno(file) : -1);
        *error = file ? judge(own, path, net, it, why) : cannot("a temporary file", why);
        rename_file(own, path, why);
        if (file)
            fclose(file);
        code = agree(net, error, why);
    }
    free(bytes);
    return code;
}

int lb_mpi_plan_init_file(const char *path, const lb_data *data, const void *in, void *out, lb_mpi_net *net,
                          lb_mpi_request **request) {
    lb_imported it = {.format = LB_IMPORT_OWN};
    lb_why why = {""};
    lb_instance *instance = NULL;
    int error = LB_OK, code = read_plan(path, net, &it, &error, &why);
    *request = NULL;
    if (code == MPI_SUCCESS && !error) {
        int mine = MPI_SUCCESS;
        instance = lb_instance_of_plan(net, it.plan, data, &mine);
        error = mine == MPI_SUCCESS ? LB_OK : LB_ERR_ARG;
        snprintf(why.text, sizeof why.text, "%.100s: the schedule cannot be made ready for these blocks", path);
        code = agree(net, &error, &why);
    }
    lb_imported_free(&it);
    if (code == MPI_SUCCESS && !error)
        return lb_plan_begin(net, instance, data, in, out, request);
    lb_instance_free(instance);
    return error ? lb_mpi_raise_why(net, error, &why) : lb_mpi_raise(net, code);
}
