#!/usr/bin/env bash
# Two nodes of Citus on this machine, for trials: builds the extension from its source against Debian's PostgreSQL 15, beside the installed one,
# which stays as it is. As root: scripts/citus.sh build|start|stop FOLDER
# Needs: apt-get install postgresql-15 postgresql-server-dev-15 liblz4-dev libzstd-dev libssl-dev libkrb5-dev libxml2-dev flex git
# `start` prints the CITUS_URL for `npm run test:citus`. The build takes about ten minutes of one core.
set -euo pipefail

VERSION=v13.2.2
SOURCE=${CITUS_SOURCE:-https://github.com/citusdata/citus}
PORTS=(${CITUS_PORTS:-9700 9701})
PASSWORD=citus

[ $# = 2 ] || { sed -n 2,5p "$0"; exit 1; }
mkdir -p "$2"
folder=$(cd "$2" && pwd)
# A copy of Debian's PostgreSQL, which finds its files relative to its programs.
bin=$folder/root/usr/lib/postgresql/15/bin

build() {
  [ -d "$folder/src" ] || git clone --quiet --depth 1 --branch "$VERSION" "$SOURCE" "$folder/src"
  cd "$folder/src"
  # PostgreSQL 15.19 got a function of this name, too.
  sed -i -E 's/\b(citus_)?have_createdb_privilege\b/citus_have_createdb_privilege/g; s/^(#define .*\(\)) citus_have/\1 have/' \
    src/include/pg_version_compat.h src/backend/distributed/commands/serialize_distributed_ddls.c
  [ -f Makefile.global ] || nice -n 10 ./configure --quiet --without-libcurl PG_CONFIG=/usr/lib/postgresql/15/bin/pg_config
  nice -n 10 make -s -j1 with_llvm=no extension
  mkdir -p "$folder/root/usr/lib/postgresql" "$folder/root/usr/share/postgresql"
  cp -a /usr/lib/postgresql/15 "$folder/root/usr/lib/postgresql/"
  cp -a /usr/share/postgresql/15 "$folder/root/usr/share/postgresql/"
  make -s with_llvm=no install DESTDIR="$folder/root"
}

as_postgres() { runuser -u postgres -- env LC_ALL=C "$@"; }

start() {
  echo "$PASSWORD" > "$folder/password"
  # Nodes log in to each other, and to themselves.
  printf '127.0.0.1:*:*:dalyan:%s\n' "$PASSWORD" > "$folder/pgpass"
  chown postgres "$folder/pgpass" "$folder/password"
  chmod 0600 "$folder/pgpass" "$folder/password"
  for port in "${PORTS[@]}"; do
    data=$folder/node-$port
    if [ ! -d "$data" ]; then
      install -d -o postgres -m 0700 "$data"
      as_postgres "$bin/initdb" -D "$data" -U dalyan --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 --pwfile="$folder/password" >/dev/null
      cat >> "$data/postgresql.conf" <<-CONF
	shared_preload_libraries = 'citus'
	unix_socket_directories = ''
	max_connections = 200
	max_prepared_transactions = 200
	fsync = off
	citus.shard_count = ${CITUS_SHARDS:-4}
	citus.node_conninfo = 'sslmode=disable'
	CONF
    fi
    as_postgres env PGPASSFILE="$folder/pgpass" "$bin/pg_ctl" -D "$data" -o "-p $port -c listen_addresses=127.0.0.1" -l "$data/log" -w start >/dev/null
    query "$port" postgres "select 1 from pg_database where datname = 'dalyan'" | grep -q 1 || query "$port" postgres 'create database dalyan'
    query "$port" dalyan 'create extension if not exists citus' 2>/dev/null
  done
  query "${PORTS[0]}" dalyan "select citus_set_coordinator_host('127.0.0.1', ${PORTS[0]})"
  query "${PORTS[0]}" dalyan "select citus_add_node('127.0.0.1', ${PORTS[1]})"
  # The coordinator holds rows, too.
  query "${PORTS[0]}" dalyan "select citus_set_node_property('127.0.0.1', ${PORTS[0]}, 'shouldhaveshards', true)"
  echo "CITUS_URL=postgres://dalyan:$PASSWORD@127.0.0.1:${PORTS[0]}/dalyan"
}

query() { PGPASSWORD=$PASSWORD "$bin/psql" -qtA -h 127.0.0.1 -p "$1" -U dalyan -d "$2" -v ON_ERROR_STOP=1 -c "$3" | grep -v '^$' || true; }

stop() { for port in "${PORTS[@]}"; do as_postgres "$bin/pg_ctl" -D "$folder/node-$port" -m immediate stop >/dev/null || true; done; }

"$1"
