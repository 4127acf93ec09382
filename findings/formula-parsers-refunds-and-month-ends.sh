#!/usr/bin/env bash
# Two formula engines round half a cent of a refund otherwise than that of its charge, and date a month from 31 January 3 March.
#
# Sheets in web pages are calculated with them. Excel's manual has ROUND(-1.475, 2) as an example, -1.48, so that a charge and its refund
# come to nothing. Both engines round a half up, which is towards zero below it: -1.47, and of 1.475 taken and given back 0.01 is left.
# Positive amounts are right, and so are negative ones without half a cent. EDATE gives the days on which instalments are due; in the
# standard's example (ECMA-376 part 1, 18.17.7) 31 January and five months are 30 June. Both engines go on by the day that June lacks, to
# 1 July: a loan of 31 January has no instalment in February and two in March, while EOMONTH beside it is right. There is no error.
# So amounts are rounded without their sign, and EDATE is held against EOMONTH.
#
# Versions: @jspreadsheet/formula 2.0.2, hot-formula-parser 4.0.0 with @handsontable/formulajs 2.0.2; hyperformula 3.5.0, formulajs 4.6.1.
# Seen: ROUND(-1.475,2) -1.47; EDATE of 31 January 2006 and 5 months 1 July 2006, of 31 January 2026 and 1 month 3 March. Of 0.005, 0.015
# and so on to 9.995 all, or 864 of 1000, are rounded otherwise than their negative; by hyperformula and formulajs none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @jspreadsheet/formula@2.0.2 hot-formula-parser@4.0.0 @handsontable/formulajs@2.0.2 \
  hyperformula@3.5.0 @formulajs/formulajs@4.6.1 >/dev/null
cat >calculate.cjs <<'CODE'
const jspreadsheet = require("@jspreadsheet/formula");
const { Parser } = require("hot-formula-parser");
const formulajs = require("@formulajs/formulajs");
const { HyperFormula } = require("hyperformula");
const parser = new Parser();
const sheet = HyperFormula.buildFromArray([[]], { licenseKey: "gpl-v3" });
const engines = {
  jspreadsheet: (formula) => jspreadsheet(formula, {}, 1, 1),
  "hot-formula-parser": (formula) => parser.parse(formula).result,
  hyperformula: (formula) => sheet.calculateFormula(`=${formula}`, 0),
  formulajs: (formula) => new Function("engine", `with (engine) return ${formula}`)(formulajs),
};
const dayOf = (value) => {
  const day = value instanceof Date ? value : new Date(1899, 11, 30 + value);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].join("-");
};
const halves = Array.from({ length: 1000 }, (_, at) => (at * 10 + 5) / 1000);
for (const [name, engine] of Object.entries(engines)) {
  const rounded = ["1.475", "-1.475", "-1.474", "-0.125"].map((amount) => `${amount} ${engine(`ROUND(${amount},2)`)}`);
  const uneven = halves.filter((half) => engine(`ROUND(${half},2)`) + engine(`ROUND(${-half},2)`) !== 0);
  console.log(`${name}: ${rounded.join(", ")}; of 1000 halves of a cent ${uneven.length} differ from their negative`);
  const due = ["2006,1,31),5", "2026,1,31),1", "2026,1,30),1", "2026,1,15),1"].map((from) => dayOf(engine(`EDATE(DATE(${from})`)));
  console.log(`  EDATE ${due.join(" ")}; EOMONTH ${dayOf(engine("EOMONTH(DATE(2026,1,31),1)"))}`);
}
CODE
seen=$(TZ=UTC node calculate.cjs)
echo "$seen"
expected='jspreadsheet: 1.475 1.48, -1.475 -1.47, -1.474 -1.47, -0.125 -0.12; of 1000 halves of a cent 1000 differ from their negative
  EDATE 2006-7-1 2026-3-3 2026-3-2 2026-2-15; EOMONTH 2026-2-28
hot-formula-parser: 1.475 1.48, -1.475 -1.47, -1.474 -1.47, -0.125 -0.12; of 1000 halves of a cent 864 differ from their negative
  EDATE 2006-7-1 2026-3-3 2026-3-2 2026-2-15; EOMONTH 2026-2-28
hyperformula: 1.475 1.48, -1.475 -1.48, -1.474 -1.47, -0.125 -0.13; of 1000 halves of a cent 0 differ from their negative
  EDATE 2006-6-30 2026-2-28 2026-2-28 2026-2-15; EOMONTH 2026-2-28
formulajs: 1.475 1.48, -1.475 -1.48, -1.474 -1.47, -0.125 -0.13; of 1000 halves of a cent 0 differ from their negative
  EDATE 2006-6-30 2026-2-28 2026-2-28 2026-2-15; EOMONTH 2026-2-28'
if [ "$seen" = "$expected" ]; then
  echo "As described: halves are rounded up, and a month that is too short ends in the next one."
else
  echo "This changed. Right is what hyperformula and formulajs have."
  exit 1
fi
