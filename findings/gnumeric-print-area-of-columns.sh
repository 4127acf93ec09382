#!/usr/bin/env bash
# gnumeric prints a print area of whole columns to row 1,048,576, although three rows are in use.
#
# A print area of columns, 'Wallet'!$A:$B, is what Excel writes where columns are chosen: rows added later are printed, too. One expects
# as many pages as the rows in use need, which is what LibreOffice prints. gnumeric takes the area as it stands, and prints 21,846 pages, all
# but one empty. With the last row in the area, it prints one page. So a workbook for all programs names the last row of its print areas.
#
# Version: gnumeric 1.12.55 (Debian 12, 1.12.55-1; its packages are unpacked, not installed); exceljs 4.4.0 writes the workbooks.
# Seen: $A$1:$B$3 gives 1 page, $A:$B 21846.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# With what else a machine lacks, such as GTK.
mkdir packages
apt-get -qq -y --no-install-recommends --download-only --reinstall -o Dir::Cache::archives="$folder/packages" -o Debug::NoLocking=1 \
  install gnumeric=1.12.55-1 gnumeric-common=1.12.55-1 libgoffice-0.10-10=0.10.55-1 libgoffice-0.10-10-common=0.10.55-1 >/dev/null 2>&1
for package in packages/*.deb; do dpkg -x "$package" root; done
npm init -y >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 >/dev/null
cat >write.cjs <<'CODE'
const { Workbook } = require("exceljs");
const write = (name, printArea) => {
  const workbook = new Workbook();
  const sheet = workbook.addWorksheet("Wallet", { pageSetup: { printArea } });
  sheet.addRows([["walletID", "Balance"], [1, 100], [2, 70]]);
  return workbook.xlsx.writeFile(name);
};
write("rows.xlsx", "A$1:B$3").then(() => write("columns.xlsx", "A:B"));
CODE
node write.cjs
libraries=$(find "$folder/root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)
pages() {
  LD_LIBRARY_PATH=$libraries root/usr/bin/ssconvert -L root/usr/lib/gnumeric/1.12.55 -D root/usr/share/gnumeric/1.12.55 "$1.xlsx" "$1.pdf" >/dev/null 2>&1
  grep -a -o '/Count [0-9]*' "$1.pdf" | head -1 | cut -d ' ' -f 2
}
seen="$(pages rows) $(pages columns)"
echo "Pages of an area of three rows, and of one of whole columns: $seen"
if [ "$seen" = "1 21846" ]; then
  echo "As described: rows that are not in use are printed."
else
  echo "This changed. Right are 1 and 1."
  exit 1
fi
