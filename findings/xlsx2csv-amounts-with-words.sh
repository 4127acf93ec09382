#!/usr/bin/env bash
# xlsx2csv writes the number format in place of an amount, where the format has a word with a d, h, m, s or y.
#
# Accountants show "Dr" behind a debit, or a currency's code before an amount, by a number format with a word in quotes: #,##0.00 "Dr".
# The cell holds a number, and one expects that number in the CSV, as from other formats of amounts. Those letters count as parts of a
# date even in quotes: the number is taken for a date, the letters for its day or hour, and the amount is gone, without an error or a
# warning. It depends on the word: KES, GHS and USD lose their amounts, NGN and ZAR do not. Negative amounts, which are no dates, are
# right, so that a total of the column is that of one side. [$KES], the form of a currency that is chosen from a list, is right.
# `--ignore-formats date` gives the numbers back, and makes numbers of real dates.
#
# Version: xlsx2csv 0.7.8 (Debian 12, 1:0.7.8-1), run with Debian's Python 3.11; the workbook is written by exceljs 4.4.0.
# Seen: of 1234.5 as #,##0.00 "Dr";#,##0.00 "Cr" the CSV has #,##0.00 "18r";#,##0.00 "cr", of -1234.5 it has -1234.5. exceljs reads
# 1234.5 of each; gnumeric 1.12.55 was asked as well, and gave 1234.5.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 >/dev/null
apt-get download -qq xlsx2csv=1:0.7.8-1 python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libexpat1 zlib1g 2>/dev/null
for package in *.deb; do dpkg -x "$package" unpacked; done
cat >write.cjs <<'CODE'
const { Workbook } = require("exceljs");
const formats = ['#,##0.00 "Dr";#,##0.00 "Cr"', '"KES" #,##0.00', "[$KES] #,##0.00", '"NGN" #,##0.00', "#,##0.00"];
const book = new Workbook();
const sheet = book.addWorksheet("Amounts");
for (const numFmt of formats) sheet.addRow([1234.5, -1234.5]).eachCell((cell) => (cell.numFmt = numFmt));
const read = async () => (await new Workbook().xlsx.readFile("amounts.xlsx")).worksheets[0].getColumn(1).values.slice(1).join(" ");
book.xlsx.writeFile("amounts.xlsx").then(read).then((amounts) => console.log(`exceljs: ${amounts}`));
CODE
to_csv() {
  env -i LD_LIBRARY_PATH="$(find "$PWD/unpacked" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)" PYTHONHOME="$PWD/unpacked/usr" \
    unpacked/usr/bin/python3.11 -s -B unpacked/usr/share/xlsx2csv/xlsx2csv.py "$@"
}
seen=$(
  node write.cjs
  to_csv amounts.xlsx
  echo "ignoring: $(to_csv --ignore-formats date -- amounts.xlsx | cut -d , -f 1 | paste -sd ' ')"
)
echo "$seen"
expected='exceljs: 1234.5 1234.5 1234.5 1234.5 1234.5
"#,##0.00 ""18r"";#,##0.00 ""cr""",-1234.5
"""kes"" #,##0.00",-1234.5
1234.5,-1234.5
1234.5,-1234.5
1234.5,-1234.5
ignoring: 1234.5 1234.5 1234.5 1234.5 1234.5'
if [ "$seen" = "$expected" ]; then
  echo "As described: an amount is replaced by its format."
else
  echo "This changed. One expects 1234.5,-1234.5 of each."
  exit 1
fi
