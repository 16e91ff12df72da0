#!/bin/sh
# Puts a backup of backup.sh back:  deploy/restore.sh FOLDER
# Run it in the program's folder, as the service's user, while the service is stopped and DATA_DIR, or the PostgreSQL
# database, is empty: it overwrites nothing. Afterwards start the service; it brings an older database to its version.
set -eu
source=${1:?usage: deploy/restore.sh FOLDER}
if [ ! -f "$source/taken-at" ]; then echo "$source is not a whole backup" >&2; exit 1; fi
umask 077
setting() { sed -n "s/^$1=//p" .env 2>/dev/null || true; }
data=${DATA_DIR:-$(setting DATA_DIR)}
data=${data:-./data}
database=${DATABASE_URL:-$(setting DATABASE_URL)}
database=${database:-sqlite:$data/docket.db}
mkdir -p "$data"

case $database in
  sqlite:*)
    file=${database#sqlite:}
    if [ -e "$file" ]; then echo "$file is there already: move it away first" >&2; exit 1; fi
    cp "$source/database" "$file" ;;
  *) pg_restore --exit-on-error --single-transaction --no-owner --dbname="$database" "$source/database" ;;
esac
if [ -f "$source/secret-key" ] && [ ! -e "$data/secret-key" ]; then cp "$source/secret-key" "$data/secret-key"; fi

# From the backup's folder to wherever STORAGE_URL says, each file checked by its SHA-256.
storage=${STORAGE_URL:-$(setting STORAGE_URL)}
STORAGE_URL="file:$source/documents" node bin/docket.mjs storage:copy --to "${storage:-file:$data/documents}"
echo "Restored from the backup of $(cat "$source/taken-at"). Start the service."
