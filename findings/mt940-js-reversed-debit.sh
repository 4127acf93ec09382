#!/usr/bin/env bash
# mt940-js reads the reversal of a debit as a debit, and nothing in its result says that it was a reversal.
#
# In field 61 of MT940 the mark is C, D, RC or RD. RD takes a debit back, so it adds to the balance; RC takes a credit back. The
# README promises `isCredit` for each line; one expects true for RD and false for RC, or at least a mark of the reversal. It goes by
# the last letter: RD is "not credit", RC is "credit", the R is dropped. Signed amounts then do not lead from the opening to the
# closing balance of the same statement, which the reader takes without an error.
#
# Versions: mt940-js 1.0.0 with tslib 2.8.1, compared with mt940js 1.3.5, which is right here.
# Seen: opening 1000, closing 1050, lines RD 100 and RC 50: mt940-js -100 and +50, mt940js +100 and -50.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mt940js@1.3.5 mt940-js@1.0.0 tslib@2.8.1 >/dev/null
cat >read.cjs <<'CODE'
const { Parser } = require("mt940js");
const { read } = require("mt940-js");
const statement = [
  ":20:REVERSALS", ":25:0001234567", ":28C:1/1", ":60F:C260701NGN1000,00",
  ":61:2607020702RD100,00NTRFREF1//B1", ":86:A debit taken back",
  ":61:2607030703RC50,00NTRFREF2//B2", ":86:A credit taken back",
  ":62F:C260703NGN1050,00", "-", "",
].join("\r\n");
const signed = ({ isCredit, amount }) => (isCredit ? amount : -amount);
read(Buffer.from(statement)).then(([{ transactions }]) => {
  const mentions = transactions.some((line) => JSON.stringify(line).match(/revers/i) !== null);
  console.log("mt940-js", ...transactions.map(signed), mentions ? "marked" : "unmarked");
  console.log("mt940js", ...new Parser().parse(statement)[0].transactions.map(({ amount }) => amount));
});
CODE
seen=$(node read.cjs)
echo "$seen"
if [ "$seen" = "$(printf 'mt940-js -100 50 unmarked\nmt940js 100 -50')" ]; then
  echo "As described: the reader has both reversals the wrong way round."
else
  echo "This changed. Right are 100 and -50."
  exit 1
fi
