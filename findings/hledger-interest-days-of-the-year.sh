#!/usr/bin/env bash
# hledger-interest finds 361 days in a year of 30/360: 12 % a year are 12.03 %.
#
# Its --30-360 is a convention in which a month has 30 days and a year 360, and --annual is a rate per year. One expects 12,000.00 a year
# of 100,000.00 at 12 %, whatever the day of the loan. --annual cuts the interest at 31 December, goes on from 1 January and counts both
# days in, so that the 31st is a day of its own: from 15 March to 15 March there are 286 and 75 days, and each calendar year has 361.
# Whatever the convention, the cut also moves a day: a loan of 1 January is charged for that day as well, and one that is repaid on
# 1 January is not charged for the last one. --constant, which never cuts, is right about the same loans; --act and --30E-360 are over
# a whole year. So interest that is re-performed with it may differ from a bank's by a day, and only where a year begins.
#
# Version: hledger-interest 1.6.3 (Debian 12, 1.6.3-2).
# Seen: --30-360 --annual 12033.33 over 361 days, --constant 12000.00 over 360; --act from 1 to 31 January 31 days, --constant 30.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq hledger-interest=1.6.3-2 2>/dev/null
dpkg -x hledger-interest_*.deb root
interest() {
  printf '%s Loan\n  Loan  NGN -100000.00\n  Bank\n\n%s Repaid\n  Loan  NGN 100000.00\n  Bank\n' "$1" "$2" >loan.journal
  root/usr/bin/hledger-interest -f loan.journal --quiet -s Interest -t Accrued "$3" "$4" Loan >booked
  local days charged
  days=$(grep -oE '[0-9]+ days' booked | grep -oE '[0-9]+' | paste -sd +)
  charged=$(awk '$1 == "Interest" { sum += $3 } END { printf "%.2f", sum }' booked)
  echo "$1 to $2 $3 $4: $days days, $charged"
}
seen=$(
  for how in --30-360 --30E-360 --act; do
    for rate in --annual=0.12 --constant=0.12; do interest 2026-03-15 2027-03-15 "$how" "$rate"; done
  done
  interest 2026-01-01 2027-01-01 --30-360 --annual=0.12
  for rate in --annual=0.12 --constant=0.12; do
    interest 2026-01-01 2026-01-31 --act "$rate"
    interest 2026-12-01 2027-01-01 --act "$rate"
  done
)
echo "$seen"
expected='2026-03-15 to 2027-03-15 --30-360 --annual=0.12: 286+75 days, 12033.33
2026-03-15 to 2027-03-15 --30-360 --constant=0.12: 360 days, 12000.00
2026-03-15 to 2027-03-15 --30E-360 --annual=0.12: 285+75 days, 12000.00
2026-03-15 to 2027-03-15 --30E-360 --constant=0.12: 360 days, 12000.00
2026-03-15 to 2027-03-15 --act --annual=0.12: 291+74 days, 12000.00
2026-03-15 to 2027-03-15 --act --constant=0.12: 365 days, 12000.00
2026-01-01 to 2027-01-01 --30-360 --annual=0.12: 361 days, 12033.33
2026-01-01 to 2026-01-31 --act --annual=0.12: 31 days, 1019.18
2026-12-01 to 2027-01-01 --act --annual=0.12: 30 days, 986.30
2026-01-01 to 2026-01-31 --act --constant=0.12: 30 days, 986.30
2026-12-01 to 2027-01-01 --act --constant=0.12: 31 days, 1019.18'
if [ "$seen" = "$expected" ]; then
  echo "As described: a year of 30/360 has 361 days, and a day is moved at its turn."
else
  echo "This changed. Right are 12000.00 of each year, and the days of --constant."
  exit 1
fi
