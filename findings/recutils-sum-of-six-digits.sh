#!/usr/bin/env bash
# recutils writes six digits of a total, however long it is: 7,250.25 and 5,250.50 are 12500.8.
#
# A recfile keeps records as plain text, and its manual has Sum, Avg, Min and Max calculate with the numerical values of a field. One
# expects of those two the sum 12,500.75, or at least the largest amount as it stands in the file. Whatever comes out of
# these functions has six digits in all: from ten thousand on one decimal, from a hundred thousand on none, and from a million on the
# amount itself is rounded, with an exponent. It is so for fields that are declared `real` and for those declared `int`, such as minor
# units. Nothing warns, and small totals are right. Records are chosen by their exact amounts, and rec2csv keeps every digit, so that a
# total is taken from its CSV.
#
# Version: recutils 1.9 (Debian 12, 1.9-2).
# Seen: 7250.25 and 5250.50 give 12500.8; 1200000 and 34567 give 1.23457e+06, and the largest of 10000000.25 and 20.50 is 1e+07.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq recutils=1.9-2 librec1=1.9-2 libreadline8 libgcrypt20 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$(find "$PWD/root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)
export LD_LIBRARY_PATH
ask() {
  printf '%%rec: Entry\n%%type: Amount %s\n' "${type:-real}" >entries.rec
  printf '\nAmount: %s\n' "${@:2}" >>entries.rec
  root/usr/bin/recsel -t Entry -C -P "$1(Amount)" entries.rec
}
exact() { root/usr/bin/rec2csv -t Entry entries.rec | awk -F '"' 'NR > 1 { sum += $2 } END { printf "%.2f\n", sum }'; }
seen=$(
  for amounts in '75.25 50.50' '7250.25 5250.50' '150000.75 -0.50' '1200000 34567' '10000000.25 20.50'; do
    read -r first second <<<"$amounts"
    echo "$amounts: sum $(ask Sum "$first" "$second"), largest $(ask Max "$first" "$second"), from the CSV $(exact)"
  done
  type=int
  echo "declared int: sum $(ask Sum 1200000 34567), average $(ask Avg 1200000 34567), smallest $(ask Min 1300000 1234567)"
  type=real
  ask Sum 10000000.25 20.50 >/dev/null
  echo "above 10000000: $(root/usr/bin/recsel -t Entry -e 'Amount > 10000000' -CP Amount entries.rec)"
)
echo "$seen"
expected='75.25 50.50: sum 125.75, largest 75.25, from the CSV 125.75
7250.25 5250.50: sum 12500.8, largest 7250.25, from the CSV 12500.75
150000.75 -0.50: sum 150000, largest 150001, from the CSV 150000.25
1200000 34567: sum 1.23457e+06, largest 1.2e+06, from the CSV 1234567.00
10000000.25 20.50: sum 1e+07, largest 1e+07, from the CSV 10000020.75
declared int: sum 1.23457e+06, average 617284, smallest 1.23457e+06
above 10000000: 10000000.25'
if [ "$seen" = "$expected" ]; then
  echo "As described: a total has six digits."
else
  echo "This changed. Right are the sums from the CSV."
  exit 1
fi
