#!/usr/bin/env bash
# exceljs and SheetJS count the texts of a formula on, row by row: "T1" is "T2" in the next row, "T3" in the one after.
#
# A formula that is filled down is kept once in an .xlsx file, as a shared formula, and the other cells refer to it. Both libraries give
# each cell its own: exceljs's manual has references shifted "in the usual Excel fashion", that of SheetJS the formula "corresponding to
# its cell". One expects that only references move. Everything does that looks like one: in IF(A2="T1",B2*7.5%,0) A2 and B2, and the tax
# code in quotes, too; a year such as "FY26" likewise. What does move in Excel, B:B to C:C one column on, stays. The saved values beside the
# formulas are right, and so is the first cell, the one that is looked at; no error, and the wrong code may be one that exists. Whoever
# recalculates a workbook, or searches its formulas, tests what nobody wrote. So a text in a shared formula is read from its first cell.
#
# Versions: exceljs 4.4.0, xlsx 0.18.5; openpyxl 3.0.9 (Debian 12, 3.0.9-1), run with Debian's Python 3.11, has each formula right.
# Seen: of three sales with code T1 the saved taxes 7.5, 15 and 22.5 are recalculated by hyperformula 3.5.0 as 7.5, 0 and 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 xlsx@0.18.5 hyperformula@3.5.0 >/dev/null
apt-get download -qq python3-openpyxl=3.0.9-1 python3-et-xmlfile=1.0.1-2.1 python3.11-minimal libpython3.11-minimal libpython3.11-stdlib \
  libexpat1 zlib1g 2>/dev/null
for package in *.deb; do dpkg -x "$package" unpacked; done
python() {
  env -i LD_LIBRARY_PATH="$(find "$PWD/unpacked" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)" PYTHONHOME="$PWD/unpacked/usr" \
    PYTHONPATH="$PWD/unpacked/usr/lib/python3/dist-packages" unpacked/usr/bin/python3.11 -s -B -W ignore "$@"
}
cat >formulas.cjs <<'CODE'
const { Workbook } = require("exceljs");
const { readFile } = require("xlsx");
const { HyperFormula } = require("hyperformula");
const sales = [["T1", 100], ["T1", 200], ["T1", 300]];
const cells = ["C2", "C3", "C4", "D3", "E2", "E3", "F2", "G2"];
const show = (reader, formulaOf) => {
  console.log(`${reader}: ${cells.map(formulaOf).join("; ")}`);
  const sheet = [["Code", "Amount"], ...sales.map((sale, at) => [...sale, `=${formulaOf(`C${at + 2}`)}`])];
  const taxes = HyperFormula.buildFromArray(sheet, { licenseKey: "gpl-v3" }).getSheetValues(0).slice(1);
  console.log(`${reader}, taxes: ${taxes.map((row) => row[2]).join(" ")}`);
};
const run = async () => {
  const written = new Workbook();
  const sheet = written.addWorksheet("Sales");
  sheet.addRows([["Code", "Amount"], ...sales]);
  sheet.fillFormula("C2:C4", 'IF(A2="T1",B2*7.5%,0)', [7.5, 15, 22.5]);
  sheet.fillFormula("D2:D4", 'SUMIFS($B$2:$B$4,$A$2:$A$4,"T1")', [600, 600, 600]);
  sheet.fillFormula("E2:E3", '"FY26 "&A2', ["FY26 T1", "FY26 T1"]);
  sheet.fillFormula("F2:G2", "SUM(B:B)", [600, 67.5]);
  await written.xlsx.writeFile("sales.xlsx");
  const read = await new Workbook().xlsx.readFile("sales.xlsx");
  show("exceljs", (cell) => read.worksheets[0].getCell(cell).formula);
  const { Sales } = readFile("sales.xlsx").Sheets;
  show("xlsx", (cell) => Sales[cell].f);
  console.log(`saved taxes: ${["C2", "C3", "C4"].map((cell) => Sales[cell].v).join(" ")}`);
};
run();
CODE
cat >formulas.py <<'CODE'
import openpyxl
sheet = openpyxl.load_workbook("sales.xlsx").active
print("openpyxl:", "; ".join(sheet[cell].value[1:] for cell in "C2 C3 C4 D3 E2 E3 F2 G2".split()))
CODE
seen=$(
  node formulas.cjs
  python formulas.py
)
echo "$seen"
expected='exceljs: IF(A2="T1",B2*7.5%,0); IF(A3="T2",B3*7.5%,0); IF(A4="T3",B4*7.5%,0); SUMIFS($B$2:$B$4,$A$2:$A$4,"T2"); "FY26 "&A2; "FY27 "&A3; SUM(B:B); SUM(B:B)
exceljs, taxes: 7.5 0 0
xlsx: IF(A2="T1",B2*7.5%,0); IF(A3="T2",B3*7.5%,0); IF(A4="T3",B4*7.5%,0); SUMIFS($B$2:$B$4,$A$2:$A$4,"T2"); "FY26 "&A2; "FY27 "&A3; SUM(B:B); SUM(B:B)
xlsx, taxes: 7.5 0 0
saved taxes: 7.5 15 22.5
openpyxl: IF(A2="T1",B2*7.5%,0); IF(A3="T1",B3*7.5%,0); IF(A4="T1",B4*7.5%,0); SUMIFS($B$2:$B$4,$A$2:$A$4,"T1"); "FY26 "&A2; "FY26 "&A3; SUM(B:B); SUM(C:C)'
if [ "$seen" = "$expected" ]; then
  echo "As described: texts are counted on from row to row."
else
  echo "This changed. Right are the formulas of openpyxl, SUM(C:C) in G2, and the saved taxes."
  exit 1
fi
