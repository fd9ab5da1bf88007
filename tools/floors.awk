# Who uses whom in src, held against src/FLOORS, which says what the rules are and how it is read.
#   awk -f tools/floors.awk src/FLOORS FILE...     FILE: every .c and .h of include and src; prints what is wrong
#
# An arrow from file to file is an #include, or the use of a function or table that another .c file defines. It is read
# as text: comments and strings are left out, and a definition is what begins a line and is not static. That is enough
# for C as clang-format writes it, and needs no compiler.

function wrong(text) {
    print "floors: " text
    bad = 1
}

# The room of a path: the longest name in FLOORS that its folder begins with; of a header of include/, as FLOORS says.
function room_of(path,    folder) {
    if (path ~ /^include\//)
        return owner[substr(path, 9)]
    folder = path
    sub(/^src\//, "", folder)
    while (sub(/\/[^\/]*$/, "", folder))
        if (folder in order)
            return folder
    return ""
}

function stem_of(path) {
    sub(/\.[ch]$/, "", path)
    return path
}

# What is left of a line without comments, strings and characters.
function code(line,    start, end, out) {
    out = ""
    while (line != "") {
        if (comment) {
            end = index(line, "*/")
            if (!end)
                return out
            line = substr(line, end + 2)
            comment = 0
        }
        start = match(line, /\/\*|\/\/|"([^"\\]|\\.)*"|'([^'\\]|\\.)*'/)
        if (!start)
            return out line
        out = out substr(line, 1, start - 1) " "
        if (substr(line, start, 2) == "//")
            return out
        if (substr(line, start, 2) == "/*") {
            comment = 1
            line = substr(line, start + 2)
        } else
            line = substr(line, start + RLENGTH)
    }
    return out
}

function read_rule() {
    if ($1 == "header")
        owner[$2] = $4
    else if ($1 == "may")
        excused[$2, $4] = 1
    else if ($1 == "room") {
        subject = $2
        order[subject] = ++rooms
        part = ""
        read_words(3)
    } else if ($1 == "+")
        read_words(2)
    else
        wrong(FILENAME ":" FNR ": not a rule: " $0)
}

function read_words(i) {
    for (; i <= NF; i++) {
        if ($i == "uses" || $i == "shows")
            part = $i
        else if (part == "uses")
            uses[subject, $i] = FNR
        else
            shows[subject, $i] = 1
    }
}

function begin_file() {
    file = FILENAME
    comment = 0
    head = ""
    room[file] = room_of(file)
    if (room[file] == "")
        wrong(file ": it is in no room of FLOORS")
}

function take_include(line,    target) {
    target = line
    sub(/^#include "/, "", target)
    sub(/".*/, "", target)
    included[++includes] = target
    includer[includes] = file
    include_line[includes] = FNR
}

# A definition: a line that begins at the margin and, with those below, comes to { or = before it comes to ;
function take_definition(line,    text, at) {
    if (line ~ /^[A-Za-z_]/ && line !~ /^(typedef|extern|_Static_assert|(struct|union|enum) [A-Za-z0-9_]* *\{)/)
        head = line
    else if (head != "" && line ~ /^[ \t]/)
        head = head " " line
    else
        head = ""
    if (head == "" || head !~ /[{;=]/)
        return
    text = head
    head = ""
    at = match(text, /[{;=]/)
    if (substr(text, at, 1) == ";")
        return
    text = substr(text, 1, at - 1)
    gsub(/__attribute__ *\(\([^)]*\)\)/, "", text)
    if (text !~ /(^|[ \t])static / && match(text, /[A-Za-z_][A-Za-z0-9_]* *(\(|\[|$)/)) {
        text = substr(text, RSTART, RLENGTH)
        gsub(/[^A-Za-z0-9_]/, "", text)
        if (text !~ /^P?MPI_|^main$/)
            defined[text] = defined[text] " " file
    }
}

function take_words(line,    word) {
    while (match(line, /[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (file ~ /^include\//)
            declared[word] = substr(file, 9)
        else if (!((file, word) in seen)) {
            seen[file, word] = 1
            used[++words] = word
            user[words] = file
            used_line[words] = FNR
        }
    }
}

FNR == 1 && FILENAME ~ /FLOORS$/ { reading_rules = 1 }
FNR == 1 && FILENAME !~ /FLOORS$/ { reading_rules = 0; begin_file() }
reading_rules {
    sub(/#.*/, "")
    if (NF)
        read_rule()
    next
}
/^#include "/ { take_include($0); next }
/^#/ { next }
{
    line = code($0)
    if (file ~ /\.c$/)
        take_definition(line)
    take_words(line)
}

# ---- The rules ----

# What is in no room has been told already.
function may_use(from, to) {
    return from == to || from == "" || to == "" || (from, to) in uses
}

function check_rules(    pair, p, room) {
    for (pair in uses) {
        split(pair, p, SUBSEP)
        room = p[2] in owner ? owner[p[2]] : p[2]
        if (room != "-" && !(room in order))
            wrong("src/FLOORS:" uses[pair] ": " p[1] " uses " p[2] ", which is no room")
        else if (room != "-" && order[room] <= order[p[1]])
            wrong("src/FLOORS:" uses[pair] ": " p[1] " uses " p[2] ", which stands above it")
    }
}

function resolve(target) {
    if (("src/" target) in room)
        return "src/" target
    return ("include/" target) in room ? "include/" target : ""
}

function may_include(from, to,    base) {
    base = to
    sub(/.*\//, "", base)
    if (to ~ /^include\//)
        return room[to] == "-" || room[to] == from || from == "" || (from, base) in uses
    return may_use(from, room[to])
}

function check_includes(    i, from, to, place, base) {
    for (i = 1; i <= includes; i++) {
        place = includer[i] ":" include_line[i]
        from = room[includer[i]]
        to = resolve(included[i])
        base = to
        sub(/.*\//, "", base)
        if (to == "")
            wrong(place ": there is no " included[i])
        else if (!may_include(from, to))
            wrong(place ": " from " may not use " room[to] " (" included[i] ")")
        else if (from != room[to] && from != "" && room[to] != "" && to ~ /^src\// && !((room[to], base) in shows))
            wrong(place ": " included[i] " is private to " room[to])
        else if (from == room[to])
            arrow(includer[i], to, included[i])
    }
}

# Of several definitions of one name (the tool and its companions for MPI have some each) any that may be used will do.
function check_uses(    i, n, k, d, from, ok, own) {
    for (i = 1; i <= words; i++) {
        if (!(used[i] in defined))
            continue
        n = split(substr(defined[used[i]], 2), d, " ")
        from = room[user[i]]
        ok = (from, used[i]) in excused || (used[i] in declared && (from, declared[used[i]]) in uses)
        own = 0
        for (k = 1; k <= n; k++) {
            ok = ok || may_use(from, room[d[k]])
            own = own || d[k] == user[i]
        }
        if (!ok)
            wrong(user[i] ":" used_line[i] ": " from " may not use " room[d[1]] " (" used[i] ")")
        else if (!own && n == 1 && user[i] ~ /\.c$/ && from == room[d[1]])
            arrow(user[i], d[1], used[i])
    }
}

# ---- Circles of files in a room ----

function arrow(from, to, why) {
    from = stem_of(from)
    to = stem_of(to)
    if (from == to || (from, to) in because)
        return
    because[from, to] = why
    out[from] = out[from] " " to
    vertex[from] = vertex[to] = 1
}

# Tarjan's strongly connected components.
function visit(v,    list, n, i, w, first, members) {
    number[v] = low[v] = ++visited
    stack[++height] = v
    on_stack[v] = 1
    n = split(substr(out[v], 2), list, " ")
    for (i = 1; i <= n; i++) {
        w = list[i]
        if (!(w in number)) {
            visit(w)
            if (low[w] < low[v])
                low[v] = low[w]
        } else if (on_stack[w] && number[w] < low[v])
            low[v] = number[w]
    }
    if (low[v] != number[v])
        return
    members = ""
    first = stack[height] == v
    do {
        w = stack[height--]
        on_stack[w] = 0
        circle[w] = v
        members = members " " w
    } while (w != v)
    if (!first)
        tell_circle(v, members)
}

function tell_circle(v, members,    m, n, i, j) {
    wrong("a circle of files:" members)
    n = split(substr(members, 2), m, " ")
    for (i = 1; i <= n; i++)
        for (j = 1; j <= n; j++)
            if ((m[i], m[j]) in because)
                print "    " m[i] " -> " m[j] ": " because[m[i], m[j]]
}

END {
    check_rules()
    check_includes()
    check_uses()
    for (v in vertex)
        if (!(v in number))
            visit(v)
    exit bad
}
