#!/usr/bin/env bash
# libofx says of an amount in dollars that it is not in a foreign currency, and of one in naira that it is.
#
# An OFX statement has one currency, CURDEF. By section 5.2 of the standard an entry differs from it in one of two ways: with CURRENCY its
# amount is in the currency that is named there, and with ORIGCURRENCY it has been converted, and the currency named is that of before.
# One expects of libofx's field for this, amounts_are_foreign_currency, that CURRENCY sets it. It is the other way round: ofxdump, which
# prints all that the library understands, says "Amounts are in foreign currency: No" of USD 10.00 among naira, and "Yes" of NGN 15,000.00
# that were USD 10.00. Of the currency and its rate there is nothing in the result, only an error in its log each, and ofx2qif
# writes 10.00 among the naira. So what is read with libofx has dollars added to naira, or converted amounts that look unconverted.
#
# Version: libofx 0.10.9 (Debian 12, 1:0.10.9-1), its programs ofxdump and ofx2qif.
# Seen: of three entries that lead to the ledger balance of 31,000.00 the QIF has 1000.00, 10.00 and 15000.00, 16,010.00 in all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq ofx=1:0.10.9-1 libofx7=1:0.10.9-1 libosp5=1.5.2-13+b2 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$(find "$PWD/root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)
OFX_DTD_PATH=$(dirname "$(find "$PWD/root" -name ofx160.dtd)")
export LD_LIBRARY_PATH OFX_DTD_PATH
entry() { echo "<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>202608$1<TRNAMT>$2<FITID>$1<NAME>$3${4-}</STMTTRN>"; }
dollars='<CURRATE>1500.00<CURSYM>USD'
cat >statement.ofx <<OFX
OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260901<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>NGN
<BANKACCTFROM><BANKID>001<ACCTID>0001234567<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20260801<DTEND>20260831
$(entry 10 1000.00 Naira)
$(entry 11 10.00 'In dollars' "<CURRENCY>$dollars</CURRENCY>")
$(entry 12 15000.00 Converted "<ORIGCURRENCY>$dollars</ORIGCURRENCY>")
</BANKTRANLIST><LEDGERBAL><BALAMT>31000.00<DTASOF>20260831</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
OFX
seen=$(
  root/usr/bin/ofxdump statement.ofx 2>log | grep -E 'money amount|foreign currency|Name of' | sed 's/.*: //' | paste -sd ' '
  echo "log: $(grep -c 'CURSYM (USD) is not supported' log)"
  root/usr/bin/ofx2qif statement.ofx 2>/dev/null | grep '^[TP]' | grep -v TBank | paste -sd ' '
)
echo "$seen"
expected='1000.00 Naira 10.00 No In dollars 15000.00 Yes Converted
log: 2
T1000.00 PNaira T10.00 PIn dollars T15000.00 PConverted'
if [ "$seen" = "$expected" ]; then
  echo "As described: the amount in dollars is not foreign, and the converted one is."
else
  echo "This changed. Right are Yes of the second and No of the third, and naira alone in the QIF."
  exit 1
fi
