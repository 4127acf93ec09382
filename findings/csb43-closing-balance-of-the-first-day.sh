#!/usr/bin/env bash
# csb2format dates the closing balance of a Norma 43 statement on the statement's first day, and gives entries an id that changes.
#
# Spanish banks give statements as Norma 43; csb2format makes OFX of them, which accounting programs read. OFX has the day of a balance in
# DTASOF, and one expects the last day of the statement with the balance at its end, from record 33. It is the first day: as of 1 August
# the account has what it has on the 31st, and whoever compares balances day by day is off by the whole statement. OFX also has FITID to
# tell an entry that was read before, and one expects an id that comes from the entry. It ends in the entry's place in the file, so that
# the same entry has another id in a statement that begins on another day, as where weeks and months are both fetched: a program that
# goes by the id takes it twice. Amounts, signs and period are right, -s, strict, passes, and the JSON of csb2format has the last day.
# So the balance is taken as of DTEND, and entries are told apart by more than their ids.
#
# Version: python3-csb43 0.9.2 (Debian 12, 0.9.2+dfsg-1), run with Debian's Python 3.11.
# Seen: of 1 to 31 August the balance 1924.85 as of 20260801, and the entry of the 6th with an id that ends in 20260806-1; of 6 to
# 31 August as of 20260806, and 20260806-0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq python3-csb43=0.9.2+dfsg-1 python3-pycountry=22.3.5+ds1-1 python3-pkg-resources iso-codes \
  python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libexpat1 zlib1g 2>/dev/null
for package in *.deb; do dpkg -x "$package" unpacked; done
sed -i "s|'/usr/share|'$PWD/unpacked/usr/share|" unpacked/usr/lib/python3/dist-packages/pycountry/__init__.py
csb2format() {
  env -i LD_LIBRARY_PATH="$(find "$PWD/unpacked" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)" PYTHONHOME="$PWD/unpacked/usr" \
    PYTHONPATH="$PWD/unpacked/usr/lib/python3/dist-packages" unpacked/usr/bin/python3.11 -s -B -W ignore unpacked/usr/bin/csb2format "$@" 2>/dev/null
}
statement() { # the first day, the opening balance, entries as day:concept:side:cents, sums of debits and credits, the closing balance
  printf '1199991500%010d%s2608312%014d9783%-26s   \n' 123456789 "$1" "$2" EMPRESA
  local day concept side cents entry
  for entry in $3; do
    IFS=: read -r day concept side cents <<<"$entry"
    printf '22    1500%s%s%s001%s%014d%010d%012d%-16s\n' "$day" "$day" "$concept" "$side" "$cents" 1 0 REFERENCIA
  done
  printf '3399991500%010d%05d%014d%05d%014d2%014d978    \n' 123456789 "$(grep -o ':1:' <<<"$3" | wc -l)" "$4" "$(grep -o ':2:' <<<"$3" | wc -l)" "$5" "$6"
  printf '88%018d%06d%54s\n' 999999999999999999 "$(($(wc -w <<<"$3") + 2))" ''
}
show() {
  csb2format -s -f ofx "$1" "$1.ofx" >/dev/null
  csb2format -s -f json "$1" "$1.json" >/dev/null
  echo "$1: $(grep -oE '<(DTEND|DTPOSTED|TRNAMT|FITID|BALAMT|DTASOF)>[^<]*' "$1.ofx" | tr -d '<' | tr '>' ' ' | paste -sd ' ')"
  echo "  JSON: $(grep -oE '"final_(balance|date)": "[^"]*' "$1.json" | tr -d '"' | paste -sd ' ')"
}
statement 260801 100000 '260805:03:1:15025 260806:02:2:107510' 15025 107510 192485 >august
statement 260806 84975 '260806:02:2:107510' 0 107510 192485 >rest
seen=$(
  show august
  show rest
)
echo "$seen"
expected='august: DTEND 20260831 DTPOSTED 20260805 TRNAMT -150.25 FITID 9999-1500-11-0123456789-20260805-0 DTPOSTED 20260806 TRNAMT 1075.1 FITID 9999-1500-11-0123456789-20260806-1 BALAMT 1924.85 DTASOF 20260801
  JSON: final_balance: 1924.85 final_date: 2026-08-31
rest: DTEND 20260831 DTPOSTED 20260806 TRNAMT 1075.1 FITID 9999-1500-11-0123456789-20260806-0 BALAMT 1924.85 DTASOF 20260806
  JSON: final_balance: 1924.85 final_date: 2026-08-31'
if [ "$seen" = "$expected" ]; then
  echo "As described: the closing balance is dated on the first day, and an entry has two ids."
else
  echo "This changed. Right are DTASOF 20260831 of both, and one id of the entry of 6 August."
  exit 1
fi
