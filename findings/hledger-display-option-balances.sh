#!/usr/bin/env bash
# hledger passes entries that do not balance, where what they are off by is not displayed: an option for reports decides it.
#
# Its manual gives the commodity directive three functions (which commodities there are, their decimal mark, how their amounts are
# displayed), and -c, --commodity-style, changes the last of them for one run. One expects that reports in whole naira leave `check`
# as it was: amounts are exact decimals, and balance assertions compare them exactly whatever is displayed, as the manual says. An
# entry is balanced, though, once its postings come to zero in the decimals that are displayed: with `commodity NGN 1,000.` each may be
# off by 0.50, and with -c so may those of a journal whose own directive has kobo, in `check` as elsewhere, and with -s, strict. It adds
# up: the trial balance of three such entries is off by a naira.
# From 1.44 on hledger goes by each entry's own decimals; Debian 12 has 1.25.
# So a journal that shall be checked declares the commodity with its smallest unit, and the check is given no style.
#
# Version: hledger 1.25 (Debian 12, 1.25-2+b5).
# Seen: three entries of 100.49 against 100.00 exit 1 with kobo, and exit 0 with a directive in whole naira, with -c, and with -s -c; in
# all they are off by 1.47. 100.51 exits 1 with -c, too, and so does a balance assertion of 301 where 301.47 is.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq hledger=1.25-2+b5 2>/dev/null
dpkg -x hledger_*.deb root
hledger=root/usr/bin/hledger
journal() {
  printf 'commodity %s\naccount wallet\naccount equity\n' "$1"
  for day in 1 2 3; do printf '2026-08-0%s Top-up\n  wallet  NGN %s\n  equity  NGN -100.00\n' "$day" "$2"; done
}
journal 'NGN 1,000.00' 100.49 >kobo.journal
journal 'NGN 1,000.' 100.49 >naira.journal
journal 'NGN 1,000.00' 100.51 >more.journal
{ cat naira.journal; printf '2026-08-04 Stated\n  wallet  NGN 0 = NGN 301\n'; } >stated.journal
try() { if "$hledger" "${@:2}" >checked 2>&1; then echo "$1: exit 0"; else echo "$1: exit 1, $(grep -oE 'could not balance|balance assertion' checked)"; fi; }
whole=(-c 'NGN 1,000.')
seen=$(
  try "with kobo" -f kobo.journal check
  try "whole naira" -f naira.journal check
  try "with kobo, -c" -f kobo.journal "${whole[@]}" check
  try "with kobo, -s -c" -f kobo.journal -s "${whole[@]}" check
  try "0.51, -c" -f more.journal "${whole[@]}" check
  try "stated" -f stated.journal check
  echo "total: $("$hledger" -f naira.journal "${whole[@]}" balance | tail -1 | xargs)"
)
echo "$seen"
expected='with kobo: exit 1, could not balance
whole naira: exit 0
with kobo, -c: exit 0
with kobo, -s -c: exit 0
0.51, -c: exit 1, could not balance
stated: exit 1, balance assertion
total: NGN 1'
if [ "$seen" = "$expected" ]; then
  echo "As described: what is not displayed need not balance."
else
  echo "This changed. One expects exit 1 of each."
  exit 1
fi
