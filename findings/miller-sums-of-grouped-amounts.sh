#!/usr/bin/env bash
# Miller leaves the amounts of a thousand and more out of a sum without an error, where a bank writes them with commas.
#
# Many a bank's CSV has "1,075.10". That Miller takes it for a text is easy to find out: adding 0 to it in `put` gives (error). One
# expects the same of `stats1 -a sum`. It adds up the other rows instead: the sum and the mean are those of the amounts below a
# thousand, while the count is that of all rows, so that nothing seems to be missing. `filter '$amount > 1000'` compares such an amount
# as a text, where a comma stands before any digit: it finds 12,500.00 and drops 1,075.10. The padded amounts of fixed-width bank files
# are texts as well, and come to 0; -O, the option for leading zeros, reads them as octal. Commas and zeros have to be taken away first.
#
# Version: Miller 6.6.0 (Debian 12, 6.6.0-2+b3).
# Seen: of 1,075.10, -150.00, 12,500.00 and 80.00 the sum -70, count 4, mean -35, and 12,500.00 alone above 1000; without commas the
# sum is 13505.1. Of 0000107510 and 0000015000 the sum 0, count 2; with -O 43336.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq miller=6.6.0-2+b3 2>/dev/null
dpkg -x miller_*.deb root
printf 'amount\n"1,075.10"\n-150.00\n"12,500.00"\n80.00\n' >grouped.csv
tr -d ',' <grouped.csv >plain.csv
printf 'amount\n0000107510\n0000015000\n' >padded.csv
ask() { root/usr/bin/mlr --icsv --onidx "$@" | paste -sd ' ' | sed 's/ *$//'; }
total=(stats1 -a sum,count,mean -f amount)
seen=$(
  echo "with commas: $(ask "${total[@]}" grouped.csv)"
  echo "without: $(ask "${total[@]}" plain.csv)"
  echo "above 1000: $(ask filter '$amount > 1000' grouped.csv)"
  echo "plus 0: $(ask put '$amount = $amount + 0' grouped.csv)"
  echo "padded: $(ask "${total[@]}" padded.csv)"
  echo "padded, -O: $(ask -O "${total[@]}" padded.csv)"
)
echo "$seen"
expected='with commas: -70 4 -35
without: 13505.1 4 3376.275
above 1000: 12,500.00
plus 0: (error) -150 (error) 80
padded: 0 2
padded, -O: 43336 2 21668'
if [ "$seen" = "$expected" ]; then
  echo "As described: amounts that are texts are counted, and are not in the sum."
else
  echo "This changed. One expects an error, or the sums 13505.1 and 122510."
  exit 1
fi
