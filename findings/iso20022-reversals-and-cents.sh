#!/usr/bin/env bash
# iso20022.js loses the reversal mark of a camt.053 entry, and gives minor units that are no whole numbers.
#
# Its entries have `reversal: boolean` and `amount` in minor units, and its balances are whole. One expects true for an entry with
# <RvslInd>true</RvslInd>, and 107510 for 1075.10. Its XML reader turns the text into a boolean before the library compares it with
# the text "true", so that `reversal` is false for every entry; and the amount of an entry is multiplied as a binary fraction
# without rounding, while that of a balance is rounded.
#
# Versions: iso20022.js 0.0.15; camt-parser 1.1.0 sees the mark in the same statement.
# Seen: entries 107509.99999999999 and 15000, reversal false and false; closing balance 92510.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund iso20022.js@0.0.15 camt-parser@1.1.0 >/dev/null
cat >read.mjs <<'CODE'
import { CashManagementEndOfDayReport } from "iso20022.js";
import camt from "camt-parser";

const day = "<Dt>2026-08-31</Dt>";
const balance = (code, amount) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt>${day}</Dt></Bal>`;
const entry = (ref, amount, way, mark) =>
  `<Ntry><NtryRef>${ref}</NtryRef><Amt Ccy="NGN">${amount}</Amt><CdtDbtInd>${way}</CdtDbtInd>${mark}<Sts>BOOK</Sts><BookgDt>${day}</BookgDt><ValDt>${day}</ValDt><BkTxCd><Prtry><Cd>TRF</Cd></Prtry></BkTxCd></Ntry>`;
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-09-01T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>2026-09-01T06:00:00</CreDtTm>
<Acct><Id><Othr><Id>0001234567</Id></Othr></Id><Ccy>NGN</Ccy><Svcr><FinInstnId><BIC>ABCDNGLA</BIC></FinInstnId></Svcr></Acct>
${balance("OPBD", "0.00")}${balance("CLBD", "925.10")}
${entry(1, "1075.10", "CRDT", "")}${entry(2, "150.00", "DBIT", "<RvslInd>true</RvslInd>")}
</Stmt></BkToCstmrStmt></Document>`;

const [{ entries, balances }] = CashManagementEndOfDayReport.fromXML(xml).statements;
for (const { amount, reversal } of entries) console.log("iso20022.js", amount, reversal);
console.log("iso20022.js closing", balances.at(-1).amount);
const { statements } = await camt.parseCamt053(xml);
for (const { reversalIndicator } of statements[0].transactions) console.log("camt-parser", reversalIndicator);
CODE
seen=$(node read.mjs)
echo "$seen"
expected='iso20022.js 107509.99999999999 false
iso20022.js 15000 false
iso20022.js closing 92510
camt-parser false
camt-parser true'
if [ "$seen" = "$expected" ]; then
  echo "As described: the reversal is lost, and an amount is no whole number."
else
  echo "This changed. Right are 107510 false, 15000 true."
  exit 1
fi
