#!/usr/bin/env bash
# xls2csv writes dates four years and a day late: 1 August 2026 becomes 2 August 2030.
#
# Old bank portals still hand out .xls files, and catdoc's xls2csv makes CSV of them. A workbook counts its days from 1900, or from 1904 as
# once on the Mac; a record in the file says which, with 0 or 1. One expects that xls2csv goes by it, as other readers do. It goes by the
# record's being there: with 0 it counts from 1904 too, and every date is 1462 days late. Only workbooks that do count from 1904 are
# right. There is no warning, -f changes the look of the date alone, and amounts are right, so that a total agrees and a period does not.
# Where a date's format is not built in, such as yyyy-mm-dd, the count of days is written as it is in the file, 46235.
# So who knows that a workbook counts from 1900 takes 1462 days off its dates, or reads it by another program.
#
# Versions: catdoc 0.95 (Debian 12, 1:0.95-6~deb12u1); workbooks written by xlsx 0.18.5, with 0, and by xlwt 1.3.0 (Debian 12, 1.3.0-4) with
# 0 and with 1, run with Debian's Python 3.11. xlsx reads 2026-08-01 from all three.
# Seen: 2030-08-02 twice, and 2026-08-01 from the workbook that counts from 1904.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5 >/dev/null
apt-get download -qq catdoc=1:0.95-6~deb12u1 python3-xlwt=1.3.0-4 python3.11-minimal libpython3.11-minimal libpython3.11-stdlib \
  libexpat1 zlib1g 2>/dev/null
for package in *.deb; do dpkg -x "$package" unpacked; done
printf 'charset_path=%s\nmap_path=%s\n' "$PWD/unpacked/usr/share/catdoc" "$PWD/unpacked/usr/share/catdoc" >.catdocrc
cat >write.cjs <<'CODE'
const { utils, writeFile } = require("xlsx");
const amounts = utils.aoa_to_sheet([[46235, 1234.5]]);
amounts.A1.z = "m/d/yy";
writeFile({ SheetNames: ["Amounts"], Sheets: { Amounts: amounts } }, "xlsx-0.xls", { bookType: "biff8" });
CODE
cat >write.py <<'CODE'
import datetime, xlwt
for from_1904 in (0, 1):
    book = xlwt.Workbook()
    book.dates_1904 = bool(from_1904)
    amounts = book.add_sheet("Amounts")
    for row, look in enumerate(("M/D/YY", "yyyy-mm-dd")):
        amounts.write(row, 0, datetime.date(2026, 8, 1), xlwt.easyxf(num_format_str=look))
        amounts.write(row, 1, 1234.5)
    book.save(f"xlwt-{from_1904}.xls")
CODE
cat >read.cjs <<'CODE'
const { readFile, SSF } = require("xlsx");
const { Sheets, Workbook } = readFile(process.argv[2]);
const { y, m, d } = SSF.parse_date_code(Sheets.Amounts.A1.v, { date1904: Workbook.WBProps.date1904 });
console.log([y, m, d].map((part) => String(part).padStart(2, "0")).join("-"));
CODE
node write.cjs
env -i LD_LIBRARY_PATH="$(find "$PWD/unpacked" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)" PYTHONHOME="$PWD/unpacked/usr" \
  PYTHONPATH="$PWD/unpacked/usr/lib/python3/dist-packages" unpacked/usr/bin/python3.11 -s -B write.py
seen=$(
  for book in xlsx-0 xlwt-0 xlwt-1; do
    echo "$book: $(HOME=$PWD unpacked/usr/bin/xls2csv -q 0 -f %Y-%m-%d "$book.xls" | tr -d '\f' | paste -sd ' '), xlsx reads $(node read.cjs "$book.xls")"
  done
)
echo "$seen"
expected='xlsx-0: 2030-08-02,1234.5, xlsx reads 2026-08-01
xlwt-0: 2030-08-02,1234.5 46235,1234.5, xlsx reads 2026-08-01
xlwt-1: 2026-08-01,1234.5 44773,1234.5, xlsx reads 2026-08-01'
if [ "$seen" = "$expected" ]; then
  echo "As described: dates from 1900 are taken for dates from 1904."
else
  echo "This changed. Right is 2026-08-01 of each."
  exit 1
fi
