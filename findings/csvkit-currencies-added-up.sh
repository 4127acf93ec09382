#!/usr/bin/env bash
# csvkit adds naira to dollars, and writes amounts without their currencies when it is only asked to sort.
#
# A CSV of payments may name the currency in the amount, ₦1,500.00 and $10.00. Of a code, NGN 1,500.00, csvkit makes a text, and one
# expects the same of a sign: the manual has it convert "text to numbers, dates, booleans, etc.", and says nothing of currencies. Signs
# are taken off, whichever they are: csvstat's sum is one of naira, dollars and pounds, 50¢ is 50, and 7.5% is 7.5. csvsort and csvjoin,
# which are to order rows and to join them, write what was made of the texts: in their file an amount has no currency at all. Times change,
# too: 10:30, half past ten, comes back as 0:10:30, a length of ten and a half minutes. No warning, the exit status is 0, and csvcut and
# csvgrep leave all as it is. So csvkit is given -I, --no-inference, or the currency a column of its own.
#
# Version: csvkit 1.0.7 (Debian 12, 1.0.7-1) with agate 1.6.3, run with Debian's Python 3.11.
# Seen: ₦1,500.00, $10.00, £20.00 and 50¢ have the sum 1580; sorted they are 1500.00, 10.00, 20.00 and 50.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq csvkit=1.0.7-1 python3-csvkit=1.0.7-1 python3-agate=1.6.3-2 python3-agateexcel python3-agatedbf python3-agatesql \
  python3-parsedatetime python3-leather python3-slugify python3-pytimeparse python3-isodate python3-babel python-babel-localedata \
  python3-tz python3-six python3-text-unidecode python3-unidecode python3-openpyxl python3-et-xmlfile python3-xlrd python3-sqlalchemy python3-dateutil \
  python3-pkg-resources python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libexpat1 zlib1g libffi8 2>/dev/null
for package in *.deb; do dpkg -x "$package" unpacked; done
csvkit() {
  env -i LD_LIBRARY_PATH="$(find "$PWD/unpacked" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)" PYTHONHOME="$PWD/unpacked/usr" \
    PYTHONPATH="$PWD/unpacked/usr/lib/python3/dist-packages" PYTHONUTF8=1 \
    unpacked/usr/bin/python3.11 -s -B -W ignore "unpacked/usr/bin/$1" "${@:2}"
}
cat >payments.csv <<'CSV'
id,amount,coded,rate,time
4,"₦1,500.00","NGN 1,500.00",7.5%,10:30
3,$10.00,USD 10.00,5%,11:45
2,£20.00,GBP 20.00,10%,12:00
1,50¢,USD 0.50,1%,13:15
CSV
printf 'id,payer\n4,A\n' >payers.csv
seen=$(
  echo "sum: $(csvkit csvstat -c amount --sum payments.csv)"
  csvkit csvsort -c id payments.csv
  csvkit csvjoin -c id payers.csv payments.csv | tail -1
  csvkit csvsort -I -c id payments.csv | tail -1
  csvkit csvcut -c amount,time payments.csv | tail -1
)
echo "$seen"
expected='sum: 1580
id,amount,coded,rate,time
1,50,USD 0.50,1,0:13:15
2,20.00,GBP 20.00,10,0:12:00
3,10.00,USD 10.00,5,0:11:45
4,1500.00,"NGN 1,500.00",7.5,0:10:30
4,A,1500.00,"NGN 1,500.00",7.5,0:10:30
4,"₦1,500.00","NGN 1,500.00",7.5%,10:30
50¢,13:15'
if [ "$seen" = "$expected" ]; then
  echo "As described: currencies are taken off and added up."
else
  echo "This changed. Right are the amounts and times as they stand in the file, and no sum of several currencies."
  exit 1
fi
