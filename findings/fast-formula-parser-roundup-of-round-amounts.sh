#!/usr/bin/env bash
# fast-formula-parser's ROUNDUP adds a cent to amounts that are round already, and TRUNC drops the cents that it is asked to keep.
#
# Workbooks are recalculated with it, in which fees and taxes are rounded up by ROUNDUP(amount, 2) or cut by TRUNC(amount, 2). One expects
# of an amount with two decimals that ROUNDUP leaves it as it is, and that TRUNC keeps two, as Excel's manual has it: its second argument is
# the number of decimals. ROUNDUP gives 50.26 of 50.25 and 101 of 100, and changes five in six of the amounts up to 100.00 that are round
# already, while one with more decimals, such as 50.251, is right. TRUNC takes its second argument without an error and cuts to the
# whole, 92 of 92.5875. ROUND is right about all of these, and ROUNDDOWN about most: some, such as 0.29, lose a cent, as they do by
# HyperFormula's ROUNDDOWN and TRUNC. So what was rounded otherwise than by ROUND is proven in whole cents.
#
# Versions: fast-formula-parser 1.0.19, compared with @formulajs/formulajs 4.6.1 and hyperformula 3.5.0.
# Seen: of the amounts from 0.01 to 100.00, rounded to the two decimals they have, ROUNDUP changes 8404 of 10000, TRUNC 9900, ROUNDDOWN
# 1230 and ROUND none. HyperFormula's change 573 each, and formulajs has ROUNDUP and ROUNDDOWN right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund fast-formula-parser@1.0.19 @formulajs/formulajs@4.6.1 hyperformula@3.5.0 >/dev/null
cat >round.cjs <<'CODE'
const FormulaParser = require("fast-formula-parser");
const formulajs = require("@formulajs/formulajs");
const { HyperFormula } = require("hyperformula");
const parser = new FormulaParser();
const sheet = HyperFormula.buildFromArray([[]], { licenseKey: "gpl-v3" });
const ways = {
  "fast-formula-parser": (name, ...given) => parser.parse(`${name}(${given})`),
  hyperformula: (name, ...given) => sheet.calculateFormula(`=${name}(${given})`, 0),
  formulajs: (name, ...given) => formulajs[name](...given),
};
const formulas = [["ROUNDUP", 50.251, 2], ["ROUNDUP", 50.25, 2], ["ROUNDUP", 100, 0], ["ROUNDUP", -50.25, 2], ["TRUNC", 92.5875, 2], ["ROUNDDOWN", 92.5875, 2], ["ROUNDDOWN", 0.29, 2]];
for (const formula of formulas) console.log(...formula, ":", ...Object.values(ways).map((way) => way(...formula)));
const amounts = Array.from({ length: 10_000 }, (_, at) => (at + 1) / 100);
for (const [peer, way] of Object.entries(ways)) {
  const changed = (name) => `${name} ${amounts.filter((amount) => way(name, amount, 2) !== amount).length}`;
  console.log(`${peer} changes: ${["ROUNDUP", "TRUNC", "ROUNDDOWN", "ROUND"].map(changed).join(", ")}`);
}
CODE
seen=$(node round.cjs)
echo "$seen"
expected='ROUNDUP 50.251 2 : 50.26 50.26 50.26
ROUNDUP 50.25 2 : 50.26 50.25 50.25
ROUNDUP 100 0 : 101 100 100
ROUNDUP -50.25 2 : -50.26 -50.25 -50.25
TRUNC 92.5875 2 : 92 92.58 92.58
ROUNDDOWN 92.5875 2 : 92.58 92.58 92.58
ROUNDDOWN 0.29 2 : 0.28 0.28 0.29
fast-formula-parser changes: ROUNDUP 8404, TRUNC 9900, ROUNDDOWN 1230, ROUND 0
hyperformula changes: ROUNDUP 573, TRUNC 573, ROUNDDOWN 573, ROUND 0
formulajs changes: ROUNDUP 0, TRUNC 573, ROUNDDOWN 0, ROUND 0'
if [ "$seen" = "$expected" ]; then
  echo "As described: an amount that is round already is rounded up, and TRUNC cuts to the whole."
else
  echo "This changed. Right are 50.25, 100 and -50.25 of ROUNDUP, 92.58 of TRUNC, 0.29 of ROUNDDOWN, and no amount changed."
  exit 1
fi
