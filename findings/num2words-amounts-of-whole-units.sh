#!/usr/bin/env bash
# num2words writes 1200 dollars as twelve, where the amount comes as a whole number.
#
# Cheques and receipts have their amount in words, and to="currency" makes them. One expects that 1200, 1200.0 and Decimal("1200.00")
# are one amount, as they are equal in Python. A whole number is taken for cents, though: 1200 is twelve dollars, zero cents, and a million
# is ten thousand. The manual lists "currency" among the converters and says nothing of cents. The text "1200" is right, and so is the
# program num2words, whose argument is a text, and some languages, such as pt_BR, ro, ja and tr, have 1200 whatever its type. Amounts with
# cents are right as well, so that a column is wrong in those amounts alone that are whole. So amounts are given as Decimal.
#
# Version: num2words 0.5.10 (Debian 12, 0.5.10-2), run with Debian's Python 3.11.
# Seen: 1200 is "twelve dollars, zero cents", 1200.0, Decimal("1200") and "1200" are "one thousand, two hundred dollars, zero cents".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq python3-num2words=0.5.10-2 python3-docopt=0.6.2-4.1 python3.11-minimal libpython3.11-minimal libpython3.11-stdlib \
  libexpat1 zlib1g libffi8 2>/dev/null
for package in *.deb; do dpkg -x "$package" unpacked; done
python() {
  env -i LD_LIBRARY_PATH="$(find "$PWD/unpacked" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)" PYTHONHOME="$PWD/unpacked/usr" \
    PYTHONPATH="$PWD/unpacked/usr/lib/python3/dist-packages" PYTHONUTF8=1 unpacked/usr/bin/python3.11 -s -B -W ignore "$@"
}
cat >words.py <<'CODE'
from decimal import Decimal
from num2words import num2words

print("equal in Python:", 1200 == 1200.0 == Decimal("1200.00"))
for amount in (1200, 1200.0, Decimal("1200"), "1200", 1000000, 1200.5):
    print(f"{type(amount).__name__} {amount}: {num2words(amount, to='currency', currency='USD')}")
languages = "en de es fr nl pl pt pt_BR ro ru ja tr".split()
differ = [lang for lang in languages if num2words(1200, to="currency", lang=lang) != num2words(1200.0, to="currency", lang=lang)]
print("1200 and 1200.0 differ in:", *differ)
CODE
seen=$(
  python words.py
  echo "the program: $(python unpacked/usr/bin/num2words 1200 --to currency)"
)
echo "$seen"
expected='equal in Python: True
int 1200: twelve dollars, zero cents
float 1200.0: one thousand, two hundred dollars, zero cents
Decimal 1200: one thousand, two hundred dollars, zero cents
str 1200: one thousand, two hundred dollars, zero cents
int 1000000: ten thousand dollars, zero cents
float 1200.5: one thousand, two hundred dollars, fifty cents
1200 and 1200.0 differ in: en de es fr nl pl pt ru
the program: one thousand, two hundred euro, zero cents'
if [ "$seen" = "$expected" ]; then
  echo "As described: a whole number is taken for cents."
else
  echo "This changed. Right is one thousand, two hundred of each 1200."
  exit 1
fi
