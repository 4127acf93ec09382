#!/usr/bin/env bash
# rustledger has three balances for the end of one month: SELECT leaves out what was there before, JOURNAL keeps what came after.
#
# It reads Beancount's files and answers queries in its language. There `FROM OPEN ON 2026-08-01 CLOSE ON 2026-09-01` makes August out of
# the whole: what is before becomes opening balances, what is after is dropped. One expects one balance of the wallet at the end of August,
# whichever statement asks, as beancount has it: 1150.00, and 950.00 brought forward in the journal. rustledger's BALANCES says 1150.00.
# SELECT takes OPEN ON for the first day that is counted and brings nothing forward: 200.00. JOURNAL takes no notice of the clause, runs
# from the first entry to the last one, and ends with 1180.00. Nothing warns, and CLOSE ON by itself is right in BALANCES and SELECT.
# So a balance is asked for with CLOSE ON alone, by BALANCES or SELECT.
#
# Versions: @rustledger/wasm 0.24.0, compared with beancount 2.3.5 (Debian 12, 2.3.5-2+b1), run with Debian's Python 3.11.
# Seen: July's 1000.00 less 50.00, August's 200.00, September's 30.00: 200.00, 1150.00 and 1180.00; beancount has 1150.00 three times.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @rustledger/wasm@0.24.0 >/dev/null
apt-get download -qq python3-beancount=2.3.5-2+b1 python3-dateutil=2.8.2-2 python3-six=1.16.0-4 python3-ply=3.11-5 \
  python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libexpat1 zlib1g libreadline8 libtinfo6 2>/dev/null
for package in *.deb; do dpkg -x "$package" unpacked; done
bean_query() {
  env -i LD_LIBRARY_PATH="$(find "$PWD/unpacked" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)" PYTHONHOME="$PWD/unpacked/usr" \
    PYTHONPATH="$PWD/unpacked/usr/lib/python3/dist-packages" unpacked/usr/bin/python3.11 -s -B -m beancount.query.shell "$@"
}
printf '2026-07-01 open Assets:Wallet NGN\n2026-07-01 open Income:Sales NGN\n' >wallet.beancount
for entry in '2026-07-05 1000.00' '2026-07-06 -50.00' '2026-08-05 200.00' '2026-09-05 30.00'; do
  printf '%s * "Entry"\n  Assets:Wallet  %s NGN\n  Income:Sales\n' "${entry% *}" "${entry#* }" >>wallet.beancount
done
cat >query.mjs <<'CODE'
import { readFileSync } from "node:fs";
import { initSync, query } from "@rustledger/wasm";
initSync({ module: readFileSync("node_modules/@rustledger/wasm/rustledger_wasm_bg.wasm") });
const { rows, errors } = query(readFileSync("wallet.beancount", "utf8"), process.argv[2]);
const inWords = (cell) => cell?.positions?.map(({ units }) => `${units.number} ${units.currency}`).join() ?? cell;
for (const row of rows) console.log(row.map(inWords).join(" "));
for (const { message } of errors) console.log(message);
CODE
wallet() { grep 'Wallet' | tail -1 | grep -oE '[0-9]+\.[0-9]+' | tail -1; }
seen=$(
  for clause in 'CLOSE ON 2026-09-01' 'OPEN ON 2026-08-01 CLOSE ON 2026-09-01'; do
    for statement in 'SELECT account, sum(position) FROM ? GROUP BY account' 'BALANCES FROM ?' 'JOURNAL "Assets:Wallet" FROM ?'; do
      asked=${statement/\?/$clause}
      echo "${statement%%[ ,]*} $clause: $(node query.mjs "$asked" | wallet), beancount $(bean_query wallet.beancount "$asked" | wallet)"
    done
  done
)
echo "$seen"
expected='SELECT CLOSE ON 2026-09-01: 1150.00, beancount 1150.00
BALANCES CLOSE ON 2026-09-01: 1150.00, beancount 1150.00
JOURNAL CLOSE ON 2026-09-01: 1180.00, beancount 1150.00
SELECT OPEN ON 2026-08-01 CLOSE ON 2026-09-01: 200.00, beancount 1150.00
BALANCES OPEN ON 2026-08-01 CLOSE ON 2026-09-01: 1150.00, beancount 1150.00
JOURNAL OPEN ON 2026-08-01 CLOSE ON 2026-09-01: 1180.00, beancount 1150.00'
if [ "$seen" = "$expected" ]; then
  echo "As described: three statements have three balances for the end of August."
else
  echo "This changed. Right is 1150.00 of each."
  exit 1
fi
