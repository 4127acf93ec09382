#!/usr/bin/env bash
# Locale::Currency::Format writes 1234.56 Algerian dinars as 123456 DZD, a hundredfold, and naira without their kobo.
#
# It formats an amount by its currency's code, which the manual has "as specified in ISO 4217"; that standard also has how many decimals a
# currency has. One expects two of 1234.56 DZD, and a point or comma before them, whatever a country likes, as with USD, GBP and EUR.
# The module's list has two decimals for DZD but no separator, so that the point is left out and nothing else: the digits are those of a
# hundred times the amount, and of 1000 they are 100000. Ten currencies are written so, those with three decimals a thousandfold. For
# 46 others the list has no decimals where the standard has them: 0.50 NGN is 1 NGN, and a column of such amounts does not make its total.
# currency_format returns undef for a code that it does not know, but is silent about these. So each currency is tried with cents first.
#
# Version: Locale::Currency::Format 1.35 (Debian 12, 1.35-3), run with Debian's Perl 5.36; ISO 4217's decimals from currency-codes 2.2.0.
# Seen: of 1234.56 1,234.56 USD, 123456 DZD, 123456 RSD, 1234560 TND, 1235 NGN; of 1000 100000 DZD; of 0.50 1 NGN.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund currency-codes@2.2.0 >/dev/null
apt-get download -qq liblocale-currency-format-perl=1.35-3 perl-base perl-modules-5.36 libperl5.36 libcrypt1 2>/dev/null
for package in *.deb; do dpkg -x "$package" unpacked; done
perl() {
  env -i LD_LIBRARY_PATH="$(find "$PWD/unpacked" -name '*.so.*' -printf '%h\n' | sort -u | paste -sd :)" PERL5LIB="$(printf '%s:' \
    "$PWD"/unpacked/usr/share/{perl5,perl/5.36.?} "$PWD"/unpacked/usr/lib/*/{perl/5.36.?,perl-base})" unpacked/usr/bin/perl "$@"
}
node -p 'const iso = require("currency-codes"); iso.codes().map((code) => `${code} ${iso.code(code).digits}`).join("\n")' >decimals
cat >format.pl <<'CODE'
use strict; use warnings; use Locale::Currency::Format;
print join("; ", map { currency_format($_, 1234.56) } qw(USD GBP EUR DZD RSD TND NGN TRY)), "\n";
print join("; ", currency_format("DZD", 1000), currency_format("NGN", 0.5), "decimals of DZD " . decimal_precision("DZD")), "\n";
my ($known, @larger, @whole) = 0;
while (<>) {
  my ($code, $decimals) = split;
  my $written = currency_format($code, 1234.56) // next;
  $known++;
  push @larger, $code if $written =~ /^\d{6,}/;
  push @whole, $code if $decimals && $written =~ /^1[ .,]?235 /;
}
print "of $known currencies, without their point: @larger; rounded to the whole: ", scalar @whole, "\n";
CODE
seen=$(perl format.pl decimals)
echo "$seen"
expected='1,234.56 USD; 1,234.56 GBP; 1.234,56 EUR; 123456 DZD; 123456 RSD; 1234560 TND; 1235 NGN; 1,235 TRY
100000 DZD; 1 NGN; decimals of DZD 2
of 142 currencies, without their point: ALL AZN BBD BTN CDF DZD IQD KHR RSD TND; rounded to the whole: 46'
if [ "$seen" = "$expected" ]; then
  echo "As described: the point is left out, or the decimals are."
else
  echo "This changed. One expects a point or comma before the decimals, and those of ISO 4217."
  exit 1
fi
