#!/usr/bin/env bash
# MariaDB: JSON_CONTAINS finds an integer in a list that does not have it, once integers are larger than 2^53.
#
# An integer of JSON has no limit of its own, and MariaDB keeps the text as it is: JSON_EQUALS tells 9007199254740993 from
# 9007199254740992, and so does = on what JSON_EXTRACT returns. JSON_CONTAINS and JSON_OVERLAPS compare both as binary fractions, and call
# them the same. So an audit that looks for an id or an amount of a response that is kept as JSON may find one that nobody sent.
#
# Version: MariaDB 10.11.18 (Debian 12, 1:10.11.18-0+deb12u1).
# Seen: contains 1, overlaps 1, equals 0, extracted 0; of 4503599627370497 and …496, which a binary fraction can tell apart, 0 each.
set -euo pipefail
# A server of its own, and `sql` to ask it.
. "$(dirname "$0")/start-mariadb.bash"
compare() {
  sql -e "SELECT CONCAT('$1 and $2: contains ', JSON_CONTAINS('[$1]', '$2'), ', overlaps ', JSON_OVERLAPS('[$1]', '[$2]'),
    ', equals ', JSON_EQUALS('[$1]', '[$2]'), ', extracted ', JSON_EXTRACT('[$1]', '\$[0]') = $2)"
}
seen=$(compare 9007199254740993 9007199254740992; compare 4503599627370497 4503599627370496)
echo "$seen"
expected='9007199254740993 and 9007199254740992: contains 1, overlaps 1, equals 0, extracted 0
4503599627370497 and 4503599627370496: contains 0, overlaps 0, equals 0, extracted 0'
if [ "$seen" = "$expected" ]; then
  echo "As described: two integers that differ are found in each other's place."
else
  echo "This changed. One expects 0 everywhere."
  exit 1
fi
