#!/usr/bin/env bash
# A few of all questions about known machines (tools/survey-machines): each is planned, checked and not below its bound.
set -eu
case $BUILD in
*/asan) each=211 ;; # ten times slower
*) each=53 ;;
esac
exec "$SRC/tools/survey-machines" "$LINKBOUND" 12 $each 60
