#!/usr/bin/env bash
# MariaDB: a locking read of the newest row waits for who holds it, and then returns a row that is the newest no more.
#
# A wallet is written as many services do: in one transaction read the newest balance with ORDER BY walletID DESC LIMIT 1 FOR UPDATE, then
# insert the next entry. One expects that a second request, which had to wait at its FOR UPDATE until the first one committed, reads what
# the first one wrote: a locking read sees what is committed. It returns the row that it waited for, although a newer one is there.
# With READ COMMITTED both then insert a balance of 1050 after 1000, and 50 are lost without an error. With REPEATABLE READ the second
# read is as old; only a deadlock keeps one of them from writing. What protects is to lock one row that both share, such as the user's.
#
# Version: MariaDB 10.11.18 (Debian 12, 1:10.11.18-0+deb12u1), InnoDB, defaults.
# Seen: READ COMMITTED: second read 1000, balances 1000 1050 1050. REPEATABLE READ: second read 1000, error 1213, balances 1000 1050.
set -euo pipefail
# A server of its own, and `sql` to ask it.
. "$(dirname "$0")/start-mariadb.bash"

read_newest='SELECT balance INTO @newest FROM test.wallet ORDER BY walletID DESC LIMIT 1 FOR UPDATE;'
insert_next='INSERT INTO test.wallet (balance) VALUES (@newest + 50); COMMIT;'
together() {
  sql -e 'CREATE DATABASE IF NOT EXISTS test; DROP TABLE IF EXISTS test.wallet;
    CREATE TABLE test.wallet (walletID BIGINT PRIMARY KEY AUTO_INCREMENT, balance BIGINT NOT NULL) ENGINE=InnoDB;
    INSERT INTO test.wallet (balance) VALUES (1000)'
  local begin="SET SESSION TRANSACTION ISOLATION LEVEL $1; BEGIN;"
  rm -f first && mkfifo first
  sql --unbuffered <first >first.out 2>&1 &
  local one=$!
  exec 3>first
  echo "$begin $read_newest SELECT 'holds it';" >&3
  for _ in $(seq 100); do grep -q 'holds it' first.out && break || sleep 0.1; done
  sql -e "$begin $read_newest SELECT CONCAT('second read ', @newest); $insert_next" >second.out 2>&1 &
  local two=$!
  local waits="SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'"
  for _ in $(seq 100); do [ "$(sql -e "$waits")" = 1 ] && break || sleep 0.1; done
  echo "$insert_next" >&3
  exec 3>&-
  wait "$one" || true
  wait "$two" || true
  local failed=no
  grep -q 'ERROR 1213' first.out second.out && failed=1213
  echo "$1: $(grep 'second read' second.out), error $failed, balances $(sql -e 'SELECT GROUP_CONCAT(balance ORDER BY walletID SEPARATOR " ") FROM test.wallet')"
}
seen=$(together 'READ COMMITTED'; together 'REPEATABLE READ')
echo "$seen"
expected='READ COMMITTED: second read 1000, error no, balances 1000 1050 1050
REPEATABLE READ: second read 1000, error 1213, balances 1000 1050'
if [ "$seen" = "$expected" ]; then
  echo "As described: the second locking read returns 1000 while 1050 is committed."
else
  echo "This changed. One expects a second read of 1050, and the balances 1000 1050 1100."
  exit 1
fi
