#!/usr/bin/env bash
# A sample of tools/survey-meshes: every plan is made, checked and not below its bound, and none is above 1.15 times it.
set -eu
case $BUILD in
*/asan) each=39 ;; # ten times slower
*) each=13 ;;
esac
said=$("$SRC/tools/survey-meshes" "$LINKBOUND" 32 1 2 every $each) || {
    echo "$said"
    exit 1
}
echo "$said"
[ "$(echo "$said" | wc -l)" -eq 2 ]
echo "$said" | awk '{ sub(/.*worst /, ""); if ($1 + 0 > 1.15) exit 1 }' || {
    echo "a plan is far above its bound"
    exit 1
}
