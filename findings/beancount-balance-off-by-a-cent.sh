#!/usr/bin/env bash
# Beancount passes a balance that is off by a cent, and by ten where the last zero is not written.
#
# A `balance` directive states what an account has; `bean-check` is silent and exits 0 where it holds. One expects that 100.01 does not
# hold of an account that has 100.00: both are decimals, and nothing is converted. It may differ by one in the last decimal that is
# written, so that 100.01 and 99.99 hold, and so does 100.1, the same statement's 100.10 after a spreadsheet dropped its zero. The
# decimal is one of the directive: 100.010 does not hold. A balance without decimals may differ by nothing: 101 does not hold either.
# One with decimals that shall be exact needs `~ 0`: 100.01 ~ 0 NGN.
# So statements proven with beancount may each miss a line of a cent, such as a levy or a rounding, and the check says nothing.
#
# Version: beancount 2.3.5 (Debian 12, 2.3.5-2+b1), run with Debian's Python 3.11, default options.
# Seen: of an account with 100.00 the balances 100.01, 99.99 and 100.1 exit 0; 100.02, 100.010, 100.01 ~ 0 and 101 exit 1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq python3-beancount=2.3.5-2+b1 python3-dateutil=2.8.2-2 python3-six=1.16.0-4 \
  python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libexpat1 zlib1g 2>/dev/null
for package in *.deb; do dpkg -x "$package" unpacked; done
bean_check() {
  env -i LD_LIBRARY_PATH="$(find "$PWD/unpacked" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)" PYTHONHOME="$PWD/unpacked/usr" \
    PYTHONPATH="$PWD/unpacked/usr/lib/python3/dist-packages" unpacked/usr/bin/python3.11 -s -B -m beancount.scripts.check "$@"
}
check() {
  cat >wallet.beancount <<LEDGER
2026-08-01 open Assets:Wallet NGN
2026-08-01 open Equity:Capital NGN
2026-08-01 * "Top-up"
  Assets:Wallet    100.00 NGN
  Equity:Capital  -100.00 NGN
2026-08-02 balance Assets:Wallet  $1 NGN
LEDGER
  if bean_check wallet.beancount >checked 2>&1; then echo "$1: exit 0"; else echo "$1: exit $?, $(grep -c 'Balance failed' checked)"; fi
}
seen=$(for balance in 100.01 99.99 100.1 100.02 100.010 '100.01 ~ 0' 101; do check "$balance"; done)
echo "$seen"
expected='100.01: exit 0
99.99: exit 0
100.1: exit 0
100.02: exit 1, 1
100.010: exit 1, 1
100.01 ~ 0: exit 1, 1
101: exit 1, 1'
if [ "$seen" = "$expected" ]; then
  echo "As described: a balance holds that is off by one in its last decimal; without decimals it is exact."
else
  echo "This changed. One expects exit 1 of each."
  exit 1
fi
