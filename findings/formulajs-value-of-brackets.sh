#!/usr/bin/env bash
# formulajs reads a negative amount in brackets, or with the minus behind it, as a positive one.
#
# Accountants write -1,234.50 as (1,234.50), and some programs write 1,234.50-. A spreadsheet's VALUE reads both; whoever re-performs
# a sheet of such texts with @formulajs/formulajs expects -1234.5, or at least #VALUE!, which it gives where a word stands before the
# bracket. It cuts the signs off either end, but for a minus in front, and the amount comes back without its own
# sign: what takes a payment back is added to it, and the total is wrong by twice the amount.
#
# Versions: @formulajs/formulajs 4.6.1; hyperformula 3.5.0 with "," between thousands reads brackets, and refuses a minus behind.
# Seen: (1,234.50) and 1,234.50- give 1234.5, and the sum of 1,234.50 and (1,234.50) is 2469, not 0. LibreOffice 7.4 and gnumeric 1.12.55
# were asked as well, and gave -1234.5 of both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @formulajs/formulajs@4.6.1 hyperformula@3.5.0 >/dev/null
cat >value.cjs <<'CODE'
const { SUM, VALUE } = require("@formulajs/formulajs");
const { HyperFormula } = require("hyperformula");
const sheet = HyperFormula.buildFromArray([[]], { licenseKey: "gpl-v3", thousandSeparator: ",", functionArgSeparator: ";" });
const inWords = (result) => result.message ?? result.value ?? result;
for (const text of ["1,234.50", "-1,234.50", "(1,234.50)", "1,234.50-", "Fee (5.00)"]) {
  const peer = sheet.calculateFormula(`=VALUE("${text}")`, 0);
  console.log(`${text}: ${inWords(VALUE(text))}, hyperformula ${peer.value ?? peer}`);
}
console.log(`sum: ${SUM(VALUE("1,234.50"), VALUE("(1,234.50)"))}`);
CODE
seen=$(node value.cjs)
echo "$seen"
expected='1,234.50: 1234.5, hyperformula 1234.5
-1,234.50: -1234.5, hyperformula -1234.5
(1,234.50): 1234.5, hyperformula -1234.5
1,234.50-: 1234.5, hyperformula #VALUE!
Fee (5.00): #VALUE!, hyperformula #VALUE!
sum: 2469'
if [ "$seen" = "$expected" ]; then
  echo "As described: a negative amount comes back as a positive one."
else
  echo "This changed. Right are -1234.5 of the third and fourth, and a sum of 0."
  exit 1
fi
