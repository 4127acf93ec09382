#!/usr/bin/env bash
# HyperFormula's INT cuts a negative amount towards zero, so that INT and MOD no longer make up the amount.
#
# Excel's manual has INT round down: of -8.9 it is -9. One expects -151 of -150.25, and that INT and MOD, which go together, give the
# amount back: sheets take it apart so, for its whole naira and its kobo, or a difference of two times for its days and hours. INT gives
# -150, while MOD is the remainder to -151: together they are one too high, of negative amounts with a fraction alone. ROUNDDOWN, which does cut towards
# zero, is the same as INT; FLOOR is as expected. Whoever tests a workbook's formulas with it does not see what Excel will show.
#
# Versions: hyperformula 3.5.0 (licence key gpl-v3), compared with @formulajs/formulajs 4.6.1.
# Seen: of -150.25 INT -150, MOD 0.75, together -149.25, FLOOR -151; formulajs INT -151, MOD 0.75. LibreOffice 7.4 and gnumeric 1.12.55
# were asked for INT(-1.5) as well, and gave -2; HyperFormula gives -1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund hyperformula@3.5.0 @formulajs/formulajs@4.6.1 >/dev/null
cat >int.cjs <<'CODE'
const { HyperFormula } = require("hyperformula");
const { INT, MOD } = require("@formulajs/formulajs");
const formulas = ["=INT(A1)", "=MOD(A1,1)", "=INT(A1)+MOD(A1,1)", "=ROUNDDOWN(A1,0)", "=FLOOR(A1,1)", "=INT(-1.5)"];
for (const amount of [150.25, -150.25]) {
  const sheet = HyperFormula.buildFromArray([[amount, ...formulas]], { licenseKey: "gpl-v3" });
  console.log(...sheet.getSheetValues(0)[0], "formulajs", INT(amount), MOD(amount, 1));
}
CODE
seen=$(node int.cjs)
echo "$seen"
expected='150.25 150 0.25 150.25 150 150 -1 formulajs 150 0.25
-150.25 -150 0.75 -149.25 -150 -151 -1 formulajs -151 0.75'
if [ "$seen" = "$expected" ]; then
  echo "As described: INT of a negative amount with a fraction is one too high."
else
  echo "This changed. Right is -151, and with MOD -150.25."
  exit 1
fi
