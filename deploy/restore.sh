#!/bin/sh
# Restores a backup made by backup.sh:  deploy/restore.sh FOLDER
# Run it in the program's folder, as the service's user, while the service is stopped and DATA_DIR, or the PostgreSQL
# database, is empty: it overwrites nothing. PostgreSQL needs pg_restore. Then start the service; it upgrades an older
# database to its version.
set -eu
source=${1:?usage: deploy/restore.sh FOLDER}
if [ ! -f "$source/taken-at" ]; then echo "$source is not a complete backup" >&2; exit 1; fi
umask 077
# Reads .env as the program does, with or without quotes.
setting() { sed -n "s/^$1=//p" .env 2>/dev/null | sed "s/^\([\"']\)\(.*\)\1$/\2/" || true; }
data=${DATA_DIR:-$(setting DATA_DIR)}
data=${data:-./data}
# Root would leave files that the service cannot read.
owner=$(ls -ld "$data" 2>/dev/null | awk '{ print $3 }')
if [ "$(id -u)" -eq 0 ] && [ "${owner:-root}" != root ]; then
  echo "$0: run it as the owner of $data: sudo -u $owner $0 $1" >&2
  exit 1
fi
mkdir -p "$data"

node bin/docket.mjs database:restore "$source/database"
if [ -f "$source/secret-key" ] && [ ! -e "$data/secret-key" ]; then cp "$source/secret-key" "$data/secret-key"; fi

# Copies from the backup's folder to STORAGE_URL, checking each file by its SHA-256.
storage=${STORAGE_URL:-$(setting STORAGE_URL)}
copied=$(STORAGE_URL="file:$source/documents" node bin/docket.mjs storage:copy --to "${storage:-file:$data/documents}") ||
  { echo "$copied"; exit 1; }
echo "$copied" | sed '/^To switch/,$d'
echo "Restored from the backup of $(cat "$source/taken-at"). Start the service."
