#!/usr/bin/env bash
# formulajs prices a treasury bill as if each month had 30 days: one that runs for 364 days is discounted for 359.
#
# Money held for others is often kept in treasury bills, which are bought below their value. Excel's TBILLPRICE, TBILLYIELD and TBILLEQ go
# by the days that there are, over a year of 360; none has an argument for another count. One expects the price of Excel's manual for its
# own example, 98.45 for 31 March to 1 June 2008 at 9 %. formulajs counts these days by its DAYS360, 61 in place of 62, and gives 98.475.
# That is five days too few over a year, one too many from 10 February to 11 April, and right within a month, so that a trial may find
# nothing. The same holds for both yields, and nothing says by which days they went. So a bill is proven with PRICEDISC, which is given
# its count of days: basis 2 is the actual ones over 360.
#
# Versions: @formulajs/formulajs 4.6.1, compared with hyperformula 3.5.0.
# Seen: of 100,000,000.00 at 18 % for 364 days the price is 82,050,000.00, and 81,800,000.00 by hyperformula and by PRICEDISC.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @formulajs/formulajs@4.6.1 hyperformula@3.5.0 >/dev/null
cat >bill.cjs <<'CODE'
const formulajs = require("@formulajs/formulajs");
const { HyperFormula } = require("hyperformula");
const sheet = HyperFormula.buildFromArray([[]], { licenseKey: "gpl-v3" });
const dateOf = (day) => `DATE(${day.split("-").map(Number)})`;
for (const [bought, due, rate, price] of [["2008-03-31", "2008-06-01", 0.09, 98.45], ["2026-01-08", "2027-01-07", 0.18, 81.8], ["2026-02-10", "2026-04-11", 0.18, 97], ["2026-08-03", "2026-08-28", 0.18, 98.75]]) {
  const days = [bought, due].map((day) => new Date(`${day}T00:00`));
  console.log(`${bought} to ${due}: DAYS ${formulajs.DAYS(days[1], days[0])}, DAYS360 ${formulajs.DAYS360(...days)}`);
  for (const [name, given] of [["TBILLPRICE", rate], ["TBILLYIELD", price], ["TBILLEQ", rate]]) {
    const peer = sheet.calculateFormula(`=${name}(${dateOf(bought)},${dateOf(due)},${given})`, 0);
    console.log(`  ${name} ${formulajs[name](...days, given).toFixed(6)}, hyperformula ${peer.toFixed(6)}`);
  }
  console.log(`  PRICEDISC ${formulajs.PRICEDISC(...days, rate, 100, 2).toFixed(6)}`);
}
CODE
seen=$(node bill.cjs)
echo "$seen"
expected='2008-03-31 to 2008-06-01: DAYS 62, DAYS360 61
  TBILLPRICE 98.475000, hyperformula 98.450000
  TBILLYIELD 0.092916, hyperformula 0.091417
  TBILLEQ 0.092663, hyperformula 0.092687
  PRICEDISC 98.450000
2026-01-08 to 2027-01-07: DAYS 364, DAYS360 359
  TBILLPRICE 82.050000, hyperformula 81.800000
  TBILLYIELD 0.223114, hyperformula 0.220049
  TBILLEQ 0.222425, hyperformula 0.223105
  PRICEDISC 81.800000
2026-02-10 to 2026-04-11: DAYS 60, DAYS360 61
  TBILLPRICE 96.950000, hyperformula 97.000000
  TBILLYIELD 0.182525, hyperformula 0.185567
  TBILLEQ 0.188241, hyperformula 0.188144
  PRICEDISC 97.000000
2026-08-03 to 2026-08-28: DAYS 25, DAYS360 25
  TBILLPRICE 98.750000, hyperformula 98.750000
  TBILLYIELD 0.182278, hyperformula 0.182278
  TBILLEQ 0.184810, hyperformula 0.184810
  PRICEDISC 98.750000'
if [ "$seen" = "$expected" ]; then
  echo "As described: the days of a bill are counted by months of 30."
else
  echo "This changed. Right are hyperformula's."
  exit 1
fi
