#!/usr/bin/env bash
# xlsx-calc adds up the first row alone where SUMIF goes down a column.
#
# It recalculates workbooks that SheetJS has read. A list of payments has one in each row, and SUMIF down its columns gives a sheet its
# totals by kind. One expects the values that the workbook came with, since nothing was changed. Of a range xlsx-calc looks at the first
# row alone: across a row SUMIF is right, down a column it is the first amount, or 0 where the first row is of another kind or
# has the heads. A criterion such as ">0" is compared as a text, and gives 0 as well. No error, and SUM beside it is right. To import
# @formulajs/formulajs, as the manual shows, adds SUMIFS, which is right, and leaves SUMIF as it is: that takes `override: true`.
#
# Versions: xlsx-calc 0.9.2, with xlsx 0.18.5 and @formulajs/formulajs 4.6.1; hyperformula 3.5.0 of the same sheet gives the right totals.
# Seen: of the fees -150 and -20 among four rows -150, with the row of heads 0; amounts above 0: 0; SUMIFS and SUMIF across a row -170.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx-calc@0.9.2 xlsx@0.18.5 @formulajs/formulajs@4.6.1 hyperformula@3.5.0 >/dev/null
cat >sum.cjs <<'CODE'
const xlsx = require("xlsx");
const calculate = require("xlsx-calc");
const { HyperFormula } = require("hyperformula");
const down = [["Kind", "Amount"], ["Fee", -150], ["Top-up", 1000], ["Fee", -20], ["Top-up", 500]];
const across = [0, 1].map((column) => down.map((row) => row[column]));
const recalculated = (rows, formula) => {
  const sheet = xlsx.utils.aoa_to_sheet(rows);
  Object.assign(sheet, { H1: { t: "n", f: formula, v: 1 }, "!ref": "A1:H9" });
  calculate({ SheetNames: ["Payments"], Sheets: { Payments: sheet } });
  return sheet.H1.v;
};
const show = (rows, formula) => {
  const peer = HyperFormula.buildFromArray(rows, { licenseKey: "gpl-v3" }).calculateFormula(`=${formula}`, 0);
  console.log(`${formula}: ${recalculated(rows, formula)}, hyperformula ${peer}`);
};
show(down, 'SUMIF(A2:A5,"Fee",B2:B5)');
show(down, 'SUMIF(A2:A5,"Top-up",B2:B5)');
show(down, 'SUMIF(A1:A5,"Fee",B1:B5)');
show(down, 'SUMIF(B2:B5,">0",B2:B5)');
show(down, "SUM(B2:B5)");
show(across, 'SUMIF(B1:E1,"Fee",B2:E2)');
calculate.import_functions(require("@formulajs/formulajs"));
console.log("with formulajs");
show(down, 'SUMIF(A2:A5,"Fee",B2:B5)');
show(down, 'SUMIFS(B2:B5,A2:A5,"Fee")');
CODE
seen=$(node sum.cjs)
echo "$seen"
expected='SUMIF(A2:A5,"Fee",B2:B5): -150, hyperformula -170
SUMIF(A2:A5,"Top-up",B2:B5): 0, hyperformula 1500
SUMIF(A1:A5,"Fee",B1:B5): 0, hyperformula -170
SUMIF(B2:B5,">0",B2:B5): 0, hyperformula 1500
SUM(B2:B5): 1330, hyperformula 1330
SUMIF(B1:E1,"Fee",B2:E2): -170, hyperformula -170
with formulajs
SUMIF(A2:A5,"Fee",B2:B5): -150, hyperformula -170
SUMIFS(B2:B5,A2:A5,"Fee"): -170, hyperformula -170'
if [ "$seen" = "$expected" ]; then
  echo "As described: SUMIF of columns is that of their first row."
else
  echo "This changed. Right are the totals of hyperformula."
  exit 1
fi
