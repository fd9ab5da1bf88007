# Shows the public headers to Doxygen, which takes only comments of its own kind (tools/docs): awk -f filter.awk HEADER.
#
# A comment that stands before something documents that, one behind something on its line documents what it stands behind, and
# the first of a file the file. Lines with a rule (---- Networks ----) stay what they are. Inside a comment what Doxygen would take
# for a command or a mark is marked as text, and lines that are set in by three blanks or more (examples, tables) are kept as they are.

# Words of a comment, not to be taken for commands, tags, links or emphasis. `code` stays.
# Between quotation marks Doxygen leaves everything as it is.
function plain(text,   at, out, c) {
    out = ""
    for (at = 1; at <= length(text); at++) {
        c = substr(text, at, 1)
        if (c == "\"")
            quoted = !quoted
        out = out (!quoted && index("\\@<>#%*~|", c) ? "\\" c : c)
    }
    return out
}

function kept(on) {
    if (on == keeping)
        return ""
    keeping = on
    return on ? " * @verbatim\n" : " * @endverbatim\n"
}

# A line inside of a comment, without its end: " * words" or, behind a field, "   words".
function inside(text,   body) {
    body = text
    sub(/^ *\*? ?/, "", body)
    if (!trailing && match(text, /^ \*   +[^ ]/)) {
        return kept(1) substr(text, 4)
    }
    return kept(0) " * " plain(body)
}

# What a comment opens with, and whether it ends on its line.
function open_comment(before, mark, rest) {
    quoted = 0
    trailing = mark == "/**<"
    if (rest ~ /\*\/ *$/) {
        sub(/ *\*\/ *$/, "", rest)
        print before mark " " plain(rest) " */"
        return
    }
    print before mark " " plain(rest)
    commented = 1
}

commented {
    if ($0 ~ /\*\//) {
        commented = 0
        line = $0
        sub(/ *\*\/ *$/, "", line)
        if (line ~ /[^ *]/)
            printf "%s\n%s */\n", inside(line), kept(0)
        else
            printf "%s */\n", kept(0)
        next
    }
    print inside($0)
    next
}

/^ *\/\* ----/ { print; next }

FNR == 1 && /^\/\* / {
    print "/** @file"
    quoted = 0
    sub(/^\/\* /, " * ")
    print " * " plain(substr($0, 4))
    commented = 1
    next
}

/^ *\/\* / {
    match($0, /^ */)
    open_comment(substr($0, 1, RLENGTH), "/**", substr($0, RLENGTH + 4))
    next
}

(at = index($0, "/* ")) {
    open_comment(substr($0, 1, at - 1), "/**<", substr($0, at + 3))
    next
}

{ print }
