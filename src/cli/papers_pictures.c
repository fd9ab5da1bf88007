/* Drawing the papers' figures. */
#include "cli/papers_pictures.h"

#include "cli/draw_words.h"
#include "cli/term.h"

#include <stdlib.h>
#include <string.h>

int cli_gallery_make(cli_gallery *gallery, const cli_picture *picture, unsigned count, bool svg, bool text) {
    int status = CLI_OK;
    *gallery = (cli_gallery){.picture = picture, .count = count};
    for (unsigned i = 0; i < count && !status; i++) {
        if (svg)
            status = cli_draw_words(picture[i].words, picture[i].title, false, &gallery->svg[i]);
        if (!status && text)
            status = cli_draw_words(picture[i].words, picture[i].title, true, &gallery->text[i]);
    }
    return status;
}

void cli_gallery_free(cli_gallery *gallery) {
    for (unsigned i = 0; i < gallery->count; i++) {
        free(gallery->svg[i]);
        free(gallery->text[i]);
    }
    gallery->count = 0;
}

void cli_gallery_page(cli_page *page, const cli_gallery *gallery, const char *key) {
    for (unsigned i = 0; i < gallery->count; i++) {
        const cli_picture *p = &gallery->picture[i];
        if (strcmp(p->key, key) == 0 && gallery->svg[i])
            cli_page_picture(page, key, gallery->svg[i], p->caption, p->words);
    }
}

void cli_gallery_print(const lb_style *style, const cli_gallery *gallery, const char *shown) {
    for (unsigned i = 0; i < gallery->count; i++) {
        char *line = gallery->text[i], *end = line ? strchr(line, '\n') : NULL;
        if (!end || strstr(shown, gallery->picture[i].key)) /* the title stands on a line of its own */
            continue;
        printf("%s%.*s%s\n", lb_ink_on(style, LB_INK_BOLD), (int)(end - line), line, lb_ink_on(style, LB_INK_PLAIN));
        fputs(end + 1, stdout);
        fputs("  ", stdout);
        cli_wrap(stdout, 2, style->width < 80 ? style->width : 80, gallery->picture[i].caption);
        putchar('\n');
    }
}

static void json_lines(cli_json *json, const char *text) {
    cli_json_open(json, "lines", '[');
    while (text && *text) {
        char line[400];
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        cli_json_text(json, NULL, line);
        text += length + (text[length] != '\0');
    }
    cli_json_close(json, ']');
}

void cli_gallery_json(cli_json *json, const cli_gallery *gallery) {
    cli_json_open(json, "pictures", '[');
    for (unsigned i = 0; i < gallery->count; i++) {
        char command[400];
        snprintf(command, sizeof command, "linkbound draw %s", gallery->picture[i].words);
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "figure", gallery->picture[i].key);
        cli_json_text(json, "title", gallery->picture[i].title);
        cli_json_text(json, "caption", gallery->picture[i].caption);
        cli_json_text(json, "command", command);
        json_lines(json, gallery->text[i]);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}
