#!/usr/bin/env bash
# Two MT940 readers put an entry date on the wrong side of New Year.
#
# Field 61 of MT940 gives the value date as YYMMDD and the entry date as MMDD, without a year: a bank that books on 1 January what
# counts from 31 December writes 2512310101. One expects the year in which the two dates lie closest. Both readers take the year of
# the value date instead: the entry date comes out 364 days early, and in the other direction 364 days late, without an error.
#
# Versions: mt940js 1.3.5, mt940-js 1.0.0 (with tslib 2.8.1, which it needs and does not ask for).
# Seen: value date 2025-12-31 with entry date 2025-01-01, and value date 2026-01-01 with entry date 2026-12-31, from both.
# So whoever sorts or cuts a month by entry date has to work the year out again from both dates.
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
  ":20:MONTHEND", ":25:0001234567", ":28C:1/1", ":60F:C251230NGN1000,00",
  ":61:2512310101C200,00NTRFREF1//B1", ":86:Booked on New Year's Day",
  ":61:2601011231C50,00NTRFREF2//B2", ":86:Booked on New Year's Eve",
  ":62F:C260101NGN1250,00", "-", "",
].join("\r\n");
const day = (date) => new Date(date).toISOString().slice(0, 10);
const seen = (name, lines, value) => console.log(name, lines.map((line) => `${day(value(line))}/${day(line.entryDate)}`).join(" "));
seen("mt940js", new Parser().parse(statement)[0].transactions, (line) => line.date);
read(Buffer.from(statement)).then(([{ transactions }]) => seen("mt940-js", transactions, (line) => line.valueDate));
CODE
seen=$(node read.cjs | sort)
wrong="2025-12-31/2025-01-01 2026-01-01/2026-12-31"
echo "$seen"
if [ "$seen" = "$(printf 'mt940-js %s\nmt940js %s' "$wrong" "$wrong")" ]; then
  echo "As described: both take the entry date's year from the value date."
else
  echo "This changed. Right would be 2025-12-31/2026-01-01 2026-01-01/2025-12-31."
  exit 1
fi
