#!/usr/bin/env bash
# HyperFormula's SUMIFS adds up the rows of different 16-digit ids, although ids and criterion are texts.
#
# Payment ids beyond 15 digits are kept as texts in a spreadsheet, since a number has 15. One expects SUMIFS over a column of such
# texts, with the text of one id as criterion, to add up the rows of that id: EXACT tells them apart. A criterion that looks like a
# number is compared as a number, and so are the texts: ids that differ in their last digit are one double.
#
# Version: hyperformula 3.5.0 (licence key gpl-v3).
# Seen: ids ending in 451, 452 and 453 with amounts 1, 10 and 100; SUMIFS for the second gives 111, COUNTIF 3, and
# SUMPRODUCT(EXACT()) 10. With a letter before each id SUMIFS gives 10.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund hyperformula@3.5.0 >/dev/null
cat >sum.cjs <<'CODE'
const { HyperFormula } = require("hyperformula");
const ids = ["1234567890123451", "1234567890123452", "1234567890123453"];
const results = (before) => {
  const rows = ids.map((id, at) => [`'${before}${id}`, 10 ** at]);
  const formulas = ["=SUMIFS(B1:B3,A1:A3,A2)", "=COUNTIF(A1:A3,A2)", "=SUMPRODUCT(EXACT(A1:A3,A2)*B1:B3)"];
  const sheet = HyperFormula.buildFromArray([...rows, formulas], { licenseKey: "gpl-v3", useArrayArithmetic: true });
  return formulas.map((_, col) => sheet.getCellValue({ sheet: 0, row: 3, col }));
};
console.log(...results(""));
console.log(...results("P"));
CODE
seen=$(node sum.cjs)
echo "$seen"
if [ "$seen" = "$(printf '111 3 10\n10 1 10')" ]; then
  echo "As described: texts of 16 digits are compared as numbers."
else
  echo "This changed. Right are 10 1 10, twice."
  exit 1
fi
