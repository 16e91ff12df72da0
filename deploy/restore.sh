#!/bin/sh
# Puts a backup of backup.sh back:  deploy/restore.sh FOLDER
# Run it in the program's folder while the service is stopped, into an installation without data (an empty DATA_DIR, or
# an empty PostgreSQL database); it refuses to overwrite one. Afterwards start the service: it brings an older database
# to its version.
set -eu
source=${1:?usage: deploy/restore.sh FOLDER}
if [ ! -f "$source/taken-at" ]; then echo "$source is not a whole backup" >&2; exit 1; fi
if [ -f .env ]; then set -a; . ./.env; set +a; fi
data=${DATA_DIR:-./data}
umask 077
mkdir -p "$data"

database=${DATABASE_URL:-sqlite:$data/docket.db}
case $database in
  sqlite:*)
    file=${database#sqlite:}
    if [ -e "$file" ]; then echo "$file is there already: move it away first" >&2; exit 1; fi
    cp "$source/database" "$file" ;;
  *) pg_restore --exit-on-error --single-transaction --no-owner --dbname="$database" "$source/database" ;;
esac

storage=${STORAGE_URL:-file:$data/documents}
case $storage in
  file:*) mkdir -p "${storage#file:}"; rsync -a "$source/documents/" "${storage#file:}/" ;;
esac
if [ -f "$source/secret-key" ] && [ ! -f "$data/secret-key" ]; then cp "$source/secret-key" "$data/secret-key"; fi
echo "Restored from the backup of $(cat "$source/taken-at"). Start the service."
