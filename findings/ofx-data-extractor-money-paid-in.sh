#!/usr/bin/env bash
# ofx-data-extractor counts a refunded fee, a returned purchase and cash paid in at a machine among the debits.
#
# In OFX a plus in TRNAMT adds to the account's balance. TRNTYPE says what kind of entry it is; of ATM and POS the standard notes that the
# sign decides whether they are debits or credits. One expects +25.00 of type FEE in `credit` of getTransactionsSummary(), and direction
# "credit" from toNormalized(). A minus makes a debit; but so does the type alone, where it is FEE, SRVCHG, ATM, POS, CASH, CHECK or
# PAYMENT, among others, whatever the sign. The amount keeps its plus. The manuals do not say so, no entry has a warning, and validate()
# finds nothing. So totals by direction are off by twice what came in by these means, and only the sum of the signed amounts is right.
#
# Version: ofx-data-extractor 1.5.0.
# Seen: of five entries that lead from 0 to the ledger balance of 1325.00 credit 1000 and debit 725, a difference of 275.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ofx-data-extractor@1.5.0 >/dev/null
cat >read.cjs <<'CODE'
const { Ofx } = require("ofx-data-extractor");
const entries = [
  ["CREDIT", "1000.00", "Transfer received"], ["POS", "-200.00", "Purchase"], ["POS", "200.00", "Purchase returned"],
  ["FEE", "25.00", "Fee refunded"], ["ATM", "300.00", "Cash paid in"],
];
const status = "<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>";
const entry = ([type, amount, name], at) =>
  `<STMTTRN><TRNTYPE>${type}</TRNTYPE><DTPOSTED>2026080${at + 1}</DTPOSTED><TRNAMT>${amount}</TRNAMT><FITID>${at}</FITID><NAME>${name}</NAME></STMTTRN>`;
const ofx = new Ofx(`<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX>
<SIGNONMSGSRSV1><SONRS>${status}<DTSERVER>20260831</DTSERVER><LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1</TRNUID>${status}<STMTRS><CURDEF>NGN</CURDEF>
<BANKACCTFROM><BANKID>001</BANKID><ACCTID>0001234567</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260801</DTSTART><DTEND>20260831</DTEND>
${entries.map(entry).join("\n")}
</BANKTRANLIST>
<LEDGERBAL><BALAMT>1325.00</BALAMT><DTASOF>20260831</DTASOF></LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>`);
const { transactions, warnings } = ofx.toNormalized();
for (const { raw, amount, direction } of transactions) console.log(`${raw.TRNTYPE} ${amount}: ${direction}`);
const { credit, debit } = ofx.getTransactionsSummary();
console.log(`credit ${credit}, debit ${debit}, signed ${transactions.reduce((sum, { amount }) => sum + amount, 0)}`);
console.log(`warnings ${warnings.length}, valid ${ofx.validate().isValid}`);
CODE
seen=$(node read.cjs)
echo "$seen"
expected='CREDIT 1000: credit
POS -200: debit
POS 200: debit
FEE 25: debit
ATM 300: debit
credit 1000, debit 725, signed 1325
warnings 0, valid true'
if [ "$seen" = "$expected" ]; then
  echo "As described: money that came in is counted as paid out."
else
  echo "This changed. Right are a debit of -200 alone, credit 1525 and debit 200."
  exit 1
fi
