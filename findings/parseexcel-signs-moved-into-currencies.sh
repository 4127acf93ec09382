#!/usr/bin/env bash
# Spreadsheet::ParseExcel takes the minus off an amount in French or Spanish euros, and spreads an amount in rand over its currency.
#
# A format names a currency with its country, [$€-407] for Germany and [$€-40C] for France, as Excel's own list does; the number is
# hexadecimal (ECMA-376 part 1, 18.8.31). The manual has value() return "the formatted value of the cell", and one expects what Excel
# shows, as with German euros, -1,234.50 €. Where the number has a letter it is not understood but filled like the rest of the format: the
# minus moves into it, and the amount before [$€-40C] is one without a sign. A 0 in it is a place for a digit, so that 1,234.50 rand,
# [$R-1C09], end in 34.50. It is so in .xls, in .xlsx by Spreadsheet::ParseXLSX, which formats with ParseExcel, and in the CSV that xlscat
# of Spreadsheet::Read makes. No warning; formats with a minus of their own keep it. unformatted() and xlscat -u are right: use those.
#
# Versions: Spreadsheet::ParseExcel 0.65, Spreadsheet::ParseXLSX 0.27 and Spreadsheet::Read 0.87 (Debian 12, 0.6500-4~deb12u1,
# 0.27-3+deb12u2 and 0.87-1), run with Debian's Perl 5.36; workbooks from Spreadsheet::WriteExcel 2.40 and Excel::Writer::XLSX 1.10.
# Seen: of -1234.5 French 1,234.50 [$€-40C], South African [$R-1C1,29] 34.50, German -1,234.50 €; xlsx 0.18.5 shows a minus in each.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5 >/dev/null
apt-get download -qq libspreadsheet-parseexcel-perl=0.6500-4~deb12u1 libspreadsheet-parsexlsx-perl=0.27-3+deb12u2 \
  libspreadsheet-read-perl=0.87-1 libspreadsheet-writeexcel-perl=2.40-4 libexcel-writer-xlsx-perl=1.10-1 libole-storage-lite-perl \
  libcrypt-rc4-perl libdigest-perl-md5-perl libarchive-zip-perl libxml-twig-perl libxml-parser-perl libcryptx-perl \
  libgraphics-colorutils-perl libtext-csv-xs-perl libdata-peek-perl perl-base perl-modules-5.36 libperl5.36 libcrypt1 libexpat1 2>/dev/null
for package in *.deb; do dpkg -x "$package" unpacked; done
perl() {
  env -i LD_LIBRARY_PATH="$(find "$PWD/unpacked" -name '*.so.*' -printf '%h\n' | sort -u | paste -sd :)" PERL5LIB="$(printf '%s:' \
    "$PWD"/unpacked/usr/share/{perl5,perl/5.36.?} "$PWD"/unpacked/usr/lib/*/{perl5/5.36,perl/5.36.?,perl-base})" \
    unpacked/usr/bin/perl -CS "$@"
}
cat >write.pl <<'CODE'
use utf8; use strict; use warnings; use Spreadsheet::WriteExcel; use Excel::Writer::XLSX;
my @formats = ('#,##0.00 [$€-407]', '#,##0.00 [$€-40C]', '#,##0.00 [$€-C0A]', '[$£-809]#,##0.00', '[$R-1C09] #,##0.00',
  '#,##0.00 [$€-40C];-#,##0.00 [$€-40C]');
for my $book (Spreadsheet::WriteExcel->new("amounts.xls"), Excel::Writer::XLSX->new("amounts.xlsx")) {
  my $sheet = $book->add_worksheet("Amounts");
  for my $row (0 .. $#formats) {
    my $format = $book->add_format(num_format => $formats[$row]);
    $sheet->write_number($row, 0, 1234.5, $format);
    $sheet->write_number($row, 1, -1234.5, $format);
  }
  $book->close;
}
CODE
cat >read.pl <<'CODE'
use strict; use warnings; use Spreadsheet::ParseExcel; use Spreadsheet::ParseXLSX;
my %books = (xls => Spreadsheet::ParseExcel->new->parse("amounts.xls"), xlsx => Spreadsheet::ParseXLSX->new->parse("amounts.xlsx"));
for my $kind (sort keys %books) {
  for my $row (0 .. 5) {
    my ($in, $out) = map { $books{$kind}->worksheet(0)->get_cell($row, $_) } 0, 1;
    print "$kind: ", $in->value, " and ", $out->value, ", unformatted ", $out->unformatted, "\n";
  }
}
CODE
cat >show.cjs <<'CODE'
const { Amounts } = require("xlsx").readFile("amounts.xlsx").Sheets;
console.log(`shown by xlsx: ${[1, 2, 3, 4, 5, 6].map((row) => Amounts[`B${row}`].w).join("; ")}`);
CODE
perl write.pl 2>/dev/null
seen=$(
  perl read.pl
  perl unpacked/usr/share/doc/libspreadsheet-read-perl/examples/xlscat -c -U amounts.xlsx 2>/dev/null | tr -d '\r'
  node show.cjs
)
echo "$seen"
expected='xls: 1,234.50 € and -1,234.50 €, unformatted -1234.5
xls: 1,234.50 [$€40C] and 1,234.50 [$€-40C], unformatted -1234.5
xls: 1,234.50 [$€C0A] and 1,234.50 [$€-C0A], unformatted -1234.5
xls: £1,234.50 and £-1,234.50, unformatted -1234.5
xls: [$R1C1,29] 34.50 and [$R-1C1,29] 34.50, unformatted -1234.5
xls: 1,234.50 [$€40C] and -1,234.50 [$€-40C], unformatted -1234.5
xlsx: 1,234.50 € and -1,234.50 €, unformatted -1234.5
xlsx: 1,234.50 [$€40C] and 1,234.50 [$€-40C], unformatted -1234.5
xlsx: 1,234.50 [$€C0A] and 1,234.50 [$€-C0A], unformatted -1234.5
xlsx: £1,234.50 and £-1,234.50, unformatted -1234.5
xlsx: [$R1C1,29] 34.50 and [$R-1C1,29] 34.50, unformatted -1234.5
xlsx: 1,234.50 [$€40C] and -1,234.50 [$€-40C], unformatted -1234.5
"1,234.50 €","-1,234.50 €"
"1,234.50 [$€40C]","1,234.50 [$€-40C]"
"1,234.50 [$€C0A]","1,234.50 [$€-C0A]"
"£1,234.50","£-1,234.50"
"[$R1C1,29] 34.50","[$R-1C1,29] 34.50"
"1,234.50 [$€40C]","-1,234.50 [$€-40C]"
shown by xlsx: -1,234.50 €; -1,234.50 €; -1,234.50 €; -£1,234.50; -R 1,234.50; -1,234.50 €'
if [ "$seen" = "$expected" ]; then
  echo "As described: the minus of some currencies is in the currency, or the amount is."
else
  echo "This changed. Right is what xlsx shows."
  exit 1
fi
