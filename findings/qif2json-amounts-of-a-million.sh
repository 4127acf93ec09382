#!/usr/bin/env bash
# qif2json reads 1,234,567.89 as 1234, and a split of 11,250.00 as 11.
#
# Quicken and others write QIF with commas between thousands. One tries it with 1,075.10, gets 1075.1, and takes commas as dealt with. Only
# the first comma of an amount is taken out; the next one ends the number, so that from a million on an amount is a thousandth of
# itself, without its cents. The parts of a split entry have no comma taken out: from a thousand on they end at the first one. Either
# is a number like any other, without an error, and signs are right. What gives it away are entries whose parts do not add up, and a
# balance off by most of the largest entry. So commas between digits are taken out of lines with T and $ before qif2json reads them.
#
# Version: qif2json 0.4.0.
# Seen: 1,075.10 is 1075.1; 1,234,567.89 is 1234; -12,500.00 in parts of -11,250.00, -500.00 and -750.00 is -12500 in parts of -1261.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund qif2json@0.4.0 >/dev/null
cat >read.cjs <<'CODE'
const { parse } = require("qif2json");
const entry = (amount, ...parts) => [`D8/1/2026`, `T${amount}`, ...parts.flatMap((part) => ["SFees", `$${part}`]), "^"];
const statement = [
  "!Type:Bank",
  ...entry("1,075.10"), ...entry("1,234,567.89"), ...entry("-2,000,000.00"),
  ...entry("-12,500.00", "-11,250.00", "-500.00", "-750.00"),
].join("\n");
const show = (name, text) => {
  for (const { amount, division = [] } of parse(text, { dateFormat: "us" }).transactions)
    console.log(name, amount, ...division.map((part) => part.amount));
};
show("as it is:", statement);
show("without commas:", statement.replace(/(?<=\d),(?=\d)/g, ""));
CODE
seen=$(node read.cjs)
echo "$seen"
expected='as it is: 1075.1
as it is: 1234
as it is: -2000
as it is: -12500 -11 -500 -750
without commas: 1075.1
without commas: 1234567.89
without commas: -2000000
without commas: -12500 -11250 -500 -750'
if [ "$seen" = "$expected" ]; then
  echo "As described: an amount ends at its second comma, a part of one at its first."
else
  echo "This changed. Right are the amounts without commas."
  exit 1
fi
