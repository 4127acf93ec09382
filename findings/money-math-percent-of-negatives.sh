#!/usr/bin/env bash
# money-math takes the percentage of a negative amount a cent too high: the tax of a refund is not that of its charge.
#
# It calculates with whole cents because floats round badly; its manual has "-42.10" among the amounts, and rounds to the whole cent.
# One expects of what is taken back the percentage of what was charged, negative. It comes out a cent higher wherever it is no whole cent
# by itself, whether the rest is large or small: 7.5 % of -0.01 are +0.01. Those that one tries first are right: 7.5 % of -200.00 are
# -15.00. Products and quotients that would be rounded away from zero are up to two cents too high. Sums and differences are right.
# Whoever needs percentages of negative amounts takes the sign off before, and puts it back.
#
# Version: money-math 2.6.3 (with jsbn, which it asks for), compared with exact integers.
# Seen: of 75.25 5.64, of -75.25 -5.63; -10.10 times 0.05 is -0.49 (exact -0.505), -0.50 by 3 is -0.15 (exact -0.1667). Of the amounts from
# 0.01 to 1000.00 7.5 % are right; of the same amounts, negative, 97500 of 100000 are further than half a cent from the exact value.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund money-math@2.6.3 >/dev/null
cat >percent.cjs <<'CODE'
const { centsToAmount, div, mul, percent } = require("money-math");
for (const amount of ["200.00", "75.25", "0.01"]) console.log(`7.5 % of ${amount}: ${percent(amount, "7.50")}, of -${amount}: ${percent(`-${amount}`, "7.50")}`);
console.log(`10.10 times 0.05: ${mul("10.10", "0.05")}, -10.10: ${mul("-10.10", "0.05")}`);
console.log(`0.50 by 3: ${div("0.50", "3.00")}, -0.50: ${div("-0.50", "3.00")}`);
for (const sign of ["", "-"]) {
  const cents = Array.from({ length: 100_000 }, (_, at) => at + 1);
  const far = (cent) => Math.abs(Number(percent(sign + centsToAmount(`${cent}`), "7.50").replace(".", "")) * 1000 - Number(`${sign}${cent}`) * 75) > 500;
  console.log(`${sign}0.01 to ${sign}1000.00: ${cents.filter(far).length} wrong`);
}
CODE
seen=$(node percent.cjs)
echo "$seen"
expected='7.5 % of 200.00: 15.00, of -200.00: -15.00
7.5 % of 75.25: 5.64, of -75.25: -5.63
7.5 % of 0.01: 0.00, of -0.01: 0.01
10.10 times 0.05: 0.51, -10.10: -0.49
0.50 by 3: 0.17, -0.50: -0.15
0.01 to 1000.00: 0 wrong
-0.01 to -1000.00: 97500 wrong'
if [ "$seen" = "$expected" ]; then
  echo "As described: of a negative amount the percentage is a cent too high."
else
  echo "This changed. Right are -5.64 and 0.00, -0.50 or -0.51, -0.17, and none wrong."
  exit 1
fi
