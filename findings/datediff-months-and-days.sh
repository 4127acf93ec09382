#!/usr/bin/env bash
# datediff of dateutils finds a month and 62 days from 31 January to 1 March.
#
# Interest is often agreed by whole months and the days left over. In datediff's format %d shows only the days that no whole month takes
# up, where %m stands before it: its manual calls that the refinement rule, and promises the value "in its natural range". One expects a
# month and a day, or a month and no day, whichever end of February counts as the month; never more than 30 days beside a month. But from
# the 30th or 31st of a month to 1 March, and from the 31st to 2 March, it says 62 or 63 days, after whole years and in `-f ymd`, too:
# added to 31 January, as dateadd does, that is 1 May. There is no warning, the exit status is 0, days alone are right, by `-f %d` and
# without a format, and so are the days before and after. So who takes broken months from it proves them with dateadd.
#
# Version: dateutils 0.4.10 (Debian 12, 0.4.10-1); Debian calls the programs dateutils.ddiff and dateutils.dadd.
# Seen: 2026-01-31 to 2026-03-01 1 mo 62 d, of 29 days in all; to 2026-03-02 and 2024-01-31 to 2024-03-01 1 mo 63 d; 2025-10-31 to
# 2026-03-01 4 mo 62 d. From 2026-01-28 1 mo 1 d, and to 2026-03-30 1 mo 27 d.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq dateutils=0.4.10-1 2>/dev/null
dpkg -x dateutils_*.deb root
between() {
  local ddiff=root/usr/bin/dateutils.ddiff
  echo "$1 $2: $("$ddiff" "$1" "$2" -f '%m mo %d d'), $("$ddiff" "$1" "$2" -f ymd), $("$ddiff" "$1" "$2" -f %d) days, $("$ddiff" "$1" "$2")"
}
seen=$(
  between 2026-01-28 2026-03-01
  between 2026-01-30 2026-03-01
  between 2026-01-31 2026-03-01
  between 2026-01-31 2026-03-02
  between 2026-01-31 2026-03-03
  between 2025-10-31 2026-03-01
  between 2024-01-31 2024-03-01
  between 2024-01-31 2026-03-01
  between 2026-01-31 2026-03-30
  echo "2026-01-31 and 1 mo 62 d by dateadd: $(root/usr/bin/dateutils.dadd 2026-01-31 +1mo +62d)"
  status=0
  root/usr/bin/dateutils.ddiff 2026-01-31 2026-03-01 -f ymd >/dev/null 2>warnings || status=$?
  echo "exit status $status, $(wc -c <warnings) bytes of warnings"
)
echo "$seen"
expected='2026-01-28 2026-03-01: 1 mo 1 d, 0-01-01, 32 days, 32
2026-01-30 2026-03-01: 1 mo 63 d, 0-01-63, 30 days, 30
2026-01-31 2026-03-01: 1 mo 62 d, 0-01-62, 29 days, 29
2026-01-31 2026-03-02: 1 mo 63 d, 0-01-63, 30 days, 30
2026-01-31 2026-03-03: 1 mo 0 d, 0-01-00, 31 days, 31
2025-10-31 2026-03-01: 4 mo 62 d, 0-04-62, 121 days, 121
2024-01-31 2024-03-01: 1 mo 63 d, 0-01-63, 30 days, 30
2024-01-31 2026-03-01: 25 mo 62 d, 2-01-62, 760 days, 760
2026-01-31 2026-03-30: 1 mo 27 d, 0-01-27, 58 days, 58
2026-01-31 and 1 mo 62 d by dateadd: 2026-05-01
exit status 0, 0 bytes of warnings'
if [ "$seen" = "$expected" ]; then
  echo "As described: beside a month there are 62 or 63 days."
else
  echo "This changed. One expects at most 30 days beside the months."
  exit 1
fi
