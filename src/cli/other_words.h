/* Options as other tools call them. */
#ifndef CLI_OTHER_WORDS_H
#define CLI_OTHER_WORDS_H

/* What an option is called here, "--bytes" for "--size"; NULL where nothing is known under that name. */
const char *cli_option_meant(const char *name);

#endif
