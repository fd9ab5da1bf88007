/* linkbound draw TASK NETWORK: a plan as a picture. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream */
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/compare.h"
#include "cli/compare_show.h"
#include "cli/draw_words.h"
#include "cli/options.h"
#include "cli/png.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/source.h"
#include "cli/term.h"
#include "cli/whole_file.h"
#include "cli/written.h"
#include "linkbound-draw.h"
#include "out/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef enum form { FORM_SVG, FORM_PNG, FORM_TEXT } form;

typedef struct picture {
    form form;
    const char *path; /* "-": standard output */
    lb_draw_options options;
    char *data;
    size_t size;
} picture;

static bool ends_in(const char *path, const char *suffix) {
    const char *dot = strrchr(path, '.');
    return dot && strcasecmp(dot, suffix) == 0;
}

/* By the file's name; without one SVG, or text where a person looks at it. */
static int find_form(const cli_args *args, picture *p) {
    p->path = args->output ? args->output : "-";
    bool ascii = cli_given(args, OPT_ASCII);
    p->form = ascii ? FORM_TEXT : FORM_SVG;
    if (strcmp(p->path, "-") == 0) {
        if (!args->output && isatty(STDOUT_FILENO))
            p->form = FORM_TEXT;
        return CLI_OK;
    }
    if (ends_in(p->path, ".png"))
        p->form = FORM_PNG;
    else if (ends_in(p->path, ".txt"))
        p->form = FORM_TEXT;
    else if (!ascii && !ends_in(p->path, ".svg"))
        return cli_fail("%.200s: what format? name it .svg, .png or .txt", p->path);
    if (ascii && (p->form != FORM_TEXT || ends_in(p->path, ".svg")))
        return cli_fail("--ascii and %.200s contradict each other", p->path);
    return CLI_OK;
}

static int find_step(const cli_args *args, uint32_t *step) {
    uint32_t range[2] = {0, 0};
    *step = 0;
    if (!args->step || strcmp(args->step, "all") == 0)
        return CLI_OK;
    if (args->what != LB_DRAW_NETWORK && args->what != LB_DRAW_MATRIX)
        return cli_fail("--step is for --what network and --what matrix");
    if (strspn(args->step, "0123456789") != strlen(args->step))
        return cli_fail("--step '%.60s': a number, or all", args->step);
    int status = cli_parse_range("--step", args->step, range);
    if (!status && !range[0])
        status = cli_fail("--step 0: steps begin at 1");
    *step = range[0];
    return status;
}

static int check_args(const cli_args *args, picture *p) {
    bool curves = args->what == CLI_CURVES, range = cli_given(args, OPT_SIZES) && args->sizes[0] != args->sizes[1];
    int status = cli_written_check(args);
    if (!status)
        status = find_form(args, p);
    if (!status)
        status = find_step(args, &p->options.step);
    if (status)
        return status;
    p->options.node = cli_given(args, OPT_NODE) ? args->node : LB_NONE;
    p->options.text = p->form == FORM_TEXT;
    p->options.tree = args->tree;
    if (cli_given(args, OPT_NODE) && args->what != LB_DRAW_TREE && args->what != LB_DRAW_TIMELINE)
        return cli_fail("--node is for --what tree and --what timeline");
    if (cli_given(args, OPT_POINTS) && (!curves || args->points < 2 || args->points > CLI_SIZES_MAX))
        return cli_fail("--points: from 2 to %d, for --what curves", CLI_SIZES_MAX);
    if (range && !curves)
        return cli_fail("--bytes L..H is for --what curves; one size here");
    if (!curves)
        return cli_source_check(args, 0);
    if (args->schedule)
        return cli_fail("--what curves compares algorithms: it takes TASK NETWORK, no --schedule");
    if (!range || !cli_given(args, OPT_TAU) || !cli_given(args, OPT_BETA))
        return cli_fail("--what curves needs --bytes L..H, --tau and --beta");
    if (cli_given_any(args, CLI_OPTIONS(OPTS_ALGO, OPT_PACKETS, OPT_CLOCK)))
        return cli_fail("--what curves draws all algorithms, on the linear clock: options of one plan mean nothing");
    return args->operands < 2 ? cli_fail("draw: of which task on which network?") : CLI_OK;
}

/* ---- Making the picture ---- */

static int draw_plan(const cli_args *args, picture *p, FILE *out, cli_source *source) {
    lb_why why = {""};
    int status = CLI_OK;
    if (!args->schedule)
        status = cli_source_task(args, 0, source);
    if (!status && !args->schedule) {
        int error = lb_draw_possible(source->job.problem.net, (lb_drawing)args->what, &p->options, &why);
        status = error ? cli_fail_why(error, &why) : CLI_OK;
    }
    if (!status)
        status = cli_source_make(args, 0, source);
    if (status)
        return status;
    const lb_task *task = lb_plan_task(source->job.plan);
    bool alone = lb_task_kind_of(task) == LB_ISOTROPIC && lb_task_params_of(task).count == 0;
    if (alone && args->what == LB_DRAW_NETWORK) /* nothing to be seen but the network */
        lb_net_title(lb_task_net(task), source->title, sizeof source->title);
    if (!p->options.title)
        p->options.title = source->title;
    p->options.nanoseconds = args->nanoseconds;
    p->options.cost = args->what == LB_DRAW_TIMELINE ? cli_source_cost(source) : NULL;
    lb_style style = cli_style(stdout, args);
    p->options.utf8 = style.utf8;
    int error = lb_draw(out, source->job.plan, (lb_drawing)args->what, &p->options, &why);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

static int draw_curves(const cli_args *args, const picture *p, FILE *out, cli_source *source) {
    uint64_t sizes[CLI_SIZES_MAX];
    cli_comparison c = {.task = NULL};
    cli_curves curves = {.line = NULL};
    int status = cli_source_task(args, 0, source);
    if (!status) {
        cli_wait_begin("comparing", cli_given(args, OPT_QUIET));
        status = cli_compare_make(&c, args, source->job.problem.task, NULL, sizes, cli_compare_sizes(args, sizes));
        cli_wait_end();
    }
    if (!status)
        status = cli_curves_make(&c, &curves);
    if (!status && !lb_plot_possible(&curves.plot))
        status = cli_fail("every time is 0: there is nothing to plot");
    if (!status) {
        lb_style style = cli_style(stdout, args);
        snprintf(source->title, sizeof source->title, "%s", curves.title);
        if (p->form == FORM_TEXT)
            lb_plot_terminal(out, &style, &curves.plot);
        else
            lb_plot_svg(out, &curves.plot);
    }
    cli_curves_free(&curves);
    cli_compare_free(&c);
    return status;
}

/* ---- Writing it ---- */

static int write_picture(const cli_args *args, const picture *p, const cli_source *source) {
    static const char *const names[] = {"network", "tree", "timeline", "matrix", "curves"};
    static const char *const formats[] = {"svg", "png", "text"};
    char *png = NULL;
    size_t size = p->size;
    int status = CLI_OK;
    if (p->form == FORM_PNG)
        status = cli_png(p->data, p->size, &png, &size);
    if (!status)
        status = cli_write_whole(p->path, png ? png : p->data, size);
    free(png);
    if (!status && cli_given(args, OPT_JSON)) {
        out_json json = {.out = stdout};
        out_json_open(&json, NULL, '{');
        out_json_text(&json, "file", p->path);
        out_json_text(&json, "format", formats[p->form]);
        out_json_text(&json, "what", names[args->what]);
        out_json_text(&json, "title", source->title);
        out_json_number(&json, "bytes", size);
        out_json_end(&json);
    } else if (!status && strcmp(p->path, "-") != 0 && !cli_given(args, OPT_QUIET)) {
        printf("%s: the %s of %s\n", p->path, names[args->what], source->title);
    }
    return status;
}

/* Into p->data, which is the caller's in any case. */
static int make_picture(const cli_args *args, picture *p, cli_source *source) {
    int status = CLI_OK;
    FILE *memory = open_memstream(&p->data, &p->size);
    if (!memory)
        return cli_fail_why(LB_ERR_MEMORY, NULL);
    if (args->what == CLI_CURVES)
        status = draw_curves(args, p, memory, source);
    else
        status = draw_plan(args, p, memory, source);
    bool broken = ferror(memory) != 0;
    if ((fclose(memory) || broken) && !status)
        status = cli_fail_why(LB_ERR_MEMORY, NULL);
    return status;
}

static int run(const cli_args *args) {
    cli_source source = {.job.plan = NULL};
    picture p = {.form = FORM_SVG};
    int status = check_args(args, &p);
    if (status)
        return status;
    status = make_picture(args, &p, &source);
    if (!status)
        status = write_picture(args, &p, &source);
    free(p.data);
    cli_source_free(&source);
    return status;
}

/* As the shell would split them: blanks between words, but for those in double quotes. */
static int split(char *line, char *words[], int most) {
    int count = 0;
    for (line += strspn(line, " "); *line && count < most; line += strspn(line, " ")) {
        const char *end = *line == '"' ? "\"" : " ";
        line += *line == '"';
        words[count++] = line;
        line += strcspn(line, end);
        if (*line)
            *line++ = '\0';
    }
    return count;
}

int cli_draw_words(const char *words, const char *title, bool text, char **data) {
    enum { WORDS = 32 };
    char line[400], *word[WORDS];
    char quiet[] = "--quiet", ascii[] = "--ascii";
    cli_args args = {.program = "linkbound", .command = "draw"};
    cli_source source = {.job.plan = NULL};
    picture p = {.form = FORM_SVG};
    snprintf(line, sizeof line, "%s", words);
    int count = split(line, word, WORDS - 2);
    word[count++] = quiet;
    if (text)
        word[count++] = ascii;
    int status = cli_parse(&cli_draw, count, word, &args);
    if (!status)
        status = check_args(&args, &p);
    p.form = text ? FORM_TEXT : FORM_SVG;
    p.options.text = text;
    p.options.title = title;
    if (!status)
        status = make_picture(&args, &p, &source);
    cli_source_free(&source);
    if (status) {
        free(p.data);
        p.data = NULL;
    }
    *data = p.data;
    return status;
}

const cli_command cli_draw = {
    .name = "draw",
    .usage = "TASK NETWORK [--what WHAT] [-o FILE.svg] [OPTION...]",
    .summary = "a plan as a picture: network, trees, timeline, matrix",
    .options = CLI_OPTIONS(OPTS_TASK, OPTS_ALGO, OPTS_CHECK, OPTS_LOOK, OPT_SIZES, OPTS_RATE, OPT_PACKETS, OPT_CLOCK,
                           OPT_NODE, OPT_POINTS, OPT_WHAT, OPT_STEP, OPT_SCHEDULE, OPT_NETWORK, OPT_ASCII, OPT_OUTPUT,
                           OPT_JSON, OPT_QUIET),
    .max_operands = 3,
    .run = run,
    .help = "The plan is made and checked as by linkbound plan. network: nodes, links and\n"
            "moves; tree: the spanning trees of --tree, or those the plan's data goes along;\n"
            "timeline: links over steps, or over time with --bytes, --tau and --beta; matrix:\n"
            "who has sent to whom by when; curves: times over sizes, as compare. The format\n"
            "is the file's: .svg, .png, .txt; without -o SVG, or text on a terminal.\n"
            "  linkbound draw broadcast cube:4 -o broadcast.svg\n"
            "  linkbound draw scatter cube:5 --what tree --tree sbnt-minr -o tree.svg\n"
            "  linkbound draw alltoall 4x4 --what timeline --ascii\n"
            "  linkbound draw --schedule mine.jsonl --step 2 -o step2.png\n",
};
