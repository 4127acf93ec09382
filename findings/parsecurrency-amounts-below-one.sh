#!/usr/bin/env bash
# Two parsers of money read .50 as 50: the point of an amount that begins with it is not taken for one.
#
# Not every program writes a zero before the point: Oracle's TO_CHAR and SQL Server's driver for PHP give .50, and so fees and
# rounding differences come in files that are made with them. One expects 0.5, which Number() and other parsers give, or null,
# which parsecurrency has for what it cannot read; the exceptions of its manual are three decimals and separators of two characters.
# .50 comes back as 50, .05 and .5 as 5, and with a minus or a currency likewise, while 0.50 and 1.50 are right: a column is wrong in its
# smallest amounts alone. Whoever reads such a column puts the zero before the point first.
#
# Versions: parsecurrency 1.1.1 and parse-money 1.0.12 (which drops a minus anyway); accounting 0.4.1 and currency.js 2.0.4 are right.
# Seen: .50, .05 and $.75 are 50, 5 and 75 from either; parsecurrency gives the symbols ".", "." and "$.", and of -.50 -50.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund parsecurrency@1.1.1 parse-money@1.0.12 accounting@0.4.1 currency.js@2.0.4 >/dev/null
cat >read.cjs <<'CODE'
const parseCurrency = require("parsecurrency");
const { default: parseMoney } = require("parse-money");
const { unformat } = require("accounting");
const currency = require("currency.js");
for (const text of ["1.50", "0.50", ".50", "-.50", ".5", ".05", "$.75"]) {
  const { value, symbol } = parseCurrency(text);
  console.log(`${text}: ${value} symbol "${symbol}", parse-money ${parseMoney(text).amount}, accounting ${unformat(text)}, currency.js ${currency(text).value}`);
}
CODE
seen=$(node read.cjs)
echo "$seen"
expected='1.50: 1.5 symbol "", parse-money 1.5, accounting 1.5, currency.js 1.5
0.50: 0.5 symbol "", parse-money 0.5, accounting 0.5, currency.js 0.5
.50: 50 symbol ".", parse-money 50, accounting 0.5, currency.js 0.5
-.50: -50 symbol ".", parse-money 50, accounting -0.5, currency.js -0.5
.5: 5 symbol ".", parse-money 5, accounting 0.5, currency.js 0.5
.05: 5 symbol ".", parse-money 5, accounting 0.05, currency.js 0.05
$.75: 75 symbol "$.", parse-money 75, accounting 0.75, currency.js 0.75'
if [ "$seen" = "$expected" ]; then
  echo "As described: an amount that begins with its point is read ten or a hundred times too high."
else
  echo "This changed. Right are the amounts of accounting and currency.js."
  exit 1
fi
