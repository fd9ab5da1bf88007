#!/usr/bin/env bash
# A few hostile questions about random networks (tools/survey-networks): none may crash, hang, end in several lines or
# give a plan that was not checked. Other seeds, and more of them: by hand.
set -eu
case $BUILD in
*/asan) questions=10 ;; # ten times slower
*) questions=25 ;;
esac
exec "$SRC/tools/survey-networks" "$LINKBOUND" 11 $questions 60
