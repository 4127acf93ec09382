# shellcheck shell=bash
# Sourced by the findings about MariaDB: starts a server of its own in a folder that goes when the script ends, and makes that the current one.
#
# Version: MariaDB 10.11.18 (Debian 12, 1:10.11.18-0+deb12u1), InnoDB, defaults; its packages are unpacked, not installed.
# Gives `sql`, the client: `sql -e 'SELECT 1'` prints values without heads.
folder=$(mktemp -d)
server=
stop_mariadb() {
  [ -z "$server" ] || { kill "$server" 2>/dev/null && wait "$server" 2>/dev/null; } || true
  rm -rf "$folder"
}
trap stop_mariadb EXIT
cd "$folder"
apt-get download -qq mariadb-server-core=1:10.11.18-0+deb12u1 mariadb-client-core=1:10.11.18-0+deb12u1 libaio1=0.3.113-4 liburing2=2.3-3 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$(find "$folder/root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)
export LD_LIBRARY_PATH
share=$(dirname "$(find "$folder/root" -type d -name charsets)")
mkdir data
root/usr/sbin/mariadbd --no-defaults --user="$(id -un)" --datadir="$folder/data" --socket="$folder/s" --pid-file="$folder/pid" \
  --lc-messages-dir="$share" --character-sets-dir="$share/charsets" --skip-networking --skip-grant-tables >log 2>&1 &
server=$!
sql() { root/usr/bin/mariadb --no-defaults --socket="$folder/s" --character-sets-dir="$share/charsets" -N -B "$@"; }
for _ in $(seq 100); do sql -e 'SELECT 1' >/dev/null 2>&1 && break || sleep 0.2; done
