#!/usr/bin/env bash
# ledger's convert reads an amount up to the first space or apostrophe: 12 500.00 becomes 12, and 5.00- becomes 5.
#
# `ledger convert` makes a journal of a bank's CSV. Banks from Norway to South Africa write 12 500.00, Swiss ones 12'500.00, and some put the
# minus behind. A journal with such an amount is refused, "Unexpected char", and one expects the same of convert. It reads a number as far
# as it goes and drops the rest of the field: 12 500.00 is 12, 1 250 000.00 is 1, and a sum taken back by a minus behind is added once
# more. An apostrophe stays behind the number as its commodity. A currency before the amount changes nothing, a comma is understood, and
# brackets, (5.00), are an error. The exit status is 0, and what comes out balances, as the other account has no amount; amounts below a
# thousand are right, so that a trial may find nothing. So spaces and apostrophes are taken out before, and minus signs put in front.
#
# Version: ledger 3.3.0 (Debian 12, 3.3.0-3).
# Seen: -12 500.00 is -12, 1 250 000.00 is 1, 12'500.00 is 12', 5.00- is 5, each with exit status 0; as a posting each has exit status 1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq ledger=3.3.0-3 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libboost-regex1.74.0 \
  libicu72 libmpfr6 libgmp10 libpython3.11 libexpat1 libedit2 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$(find "$PWD/root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)
export LD_LIBRARY_PATH
ledger() { root/usr/bin/ledger --args-only "$@"; }
status() { if "$@" >/dev/null 2>&1; then echo 0; else echo $?; fi; }
seen=$(
  for amount in 750.25 12,500.00 '-12 500.00' '1 250 000.00' "12'500.00" 5.00- 'NGN 12 500.00' '(5.00)'; do
    printf 'date,payee,amount\n2026/08/01,Entry,"%s"\n' "$amount" >bank.csv
    printf '2026/08/01 Entry\n  Wallet  %s\n  Equity\n' "$amount" >posting.journal
    echo "$amount: $(ledger -f /dev/null convert bank.csv --account Wallet 2>/dev/null | sed -n 's/.*Unknown *//p')," \
      "exit $(status ledger -f /dev/null convert bank.csv --account Wallet), as a posting exit $(status ledger -f posting.journal balance)"
  done
)
echo "$seen"
expected="750.25: 750.25, exit 0, as a posting exit 0
12,500.00: 12500, exit 0, as a posting exit 0
-12 500.00: -12, exit 0, as a posting exit 1
1 250 000.00: 1, exit 0, as a posting exit 1
12'500.00: 12', exit 0, as a posting exit 1
5.00-: 5, exit 0, as a posting exit 1
NGN 12 500.00: NGN 12, exit 0, as a posting exit 1
(5.00): , exit 1, as a posting exit 0"
if [ "$seen" = "$expected" ]; then
  echo "As described: convert drops what is behind the first character that it does not know."
else
  echo "This changed. One expects whole amounts, or an error."
  exit 1
fi
