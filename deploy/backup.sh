#!/bin/sh
# Packs Dalyan's whole folder, settings included, while Dalyan is stopped; keeps the last 14 packages. As root:
#
#   deploy/backup.sh [FOLDER]        /var/backups/dalyan unless said otherwise
#
# Terminals keep what they measure meanwhile and send it afterwards, those that wait for an acknowledgement as they should.
set -eu
umask 077

data=/var/lib/dalyan
settings=/etc/dalyan
to=${1:-/var/backups/dalyan}
keep=14

mkdir -p "$to"
package="$to/dalyan-$(date -u +%Y%m%dT%H%M%SZ).tar.gz"

# Whatever happens, the tanks are watched again.
trap 'systemctl start dalyan' EXIT
systemctl stop dalyan

# PostgreSQL keeps running while another program is connected; a copy of the folder of a running database is no backup.
postmaster=$(head -n 1 "$data/postgres/postmaster.pid" 2>/dev/null || true)
if [ -n "$postmaster" ] && kill -0 "$postmaster" 2>/dev/null; then
  echo "PostgreSQL (process $postmaster) still runs on $data: nothing was packed. End what is connected to it, then try again." >&2
  exit 1
fi

# Under its name only when whole.
tar --create --gzip --file "$package.part" --directory / "${data#/}" "${settings#/}"
gzip --test "$package.part"
mv "$package.part" "$package"

ls -1t "$to"/dalyan-*.tar.gz | tail -n +$((keep + 1)) | xargs -r rm --
echo "$package"
