#!/bin/sh
# Restores a backup made by backup.sh:  deploy/restore.sh FOLDER
# Run it in the program's folder, as the service's user, while the service is stopped and DATA_DIR, or the PostgreSQL
# database, is empty: it overwrites nothing. PostgreSQL needs pg_restore. Then start the service; it upgrades an older
# database to its version.
set -eu
source=${1:?usage: deploy/restore.sh FOLDER}
umask 077
. "$(dirname "$0")/backup-parts.sh"
refuse_root "$1"
manifest="$source/manifest-sha256.txt"
if [ ! -f "$manifest" ]; then echo "$source is not a complete backup" >&2; exit 1; fi
refuse() {
  echo "$source was not restored: $1 is missing, or does not belong to this backup. Use another backup." >&2
  exit 1
}
for part in $parts; do
  if grep -q "  $part\$" "$manifest" && [ -z "$(listed_part "$source" "$part")" ]; then refuse "$part"; fi
done
documents=$(cd "$source" && grep '  documents/' manifest-sha256.txt | sha256sum -c 2> /dev/null | grep -v ': OK$' || true)
if [ -n "$documents" ]; then refuse "${documents%%:*}"; fi

mkdir -p "$data"
node bin/docket.mjs database:restore "$(listed_part "$source" database)"
key=$(listed_part "$source" secret-key)
if [ -n "$key" ] && [ ! -e "$data/secret-key" ]; then cp "$key" "$data/secret-key"; fi

# Copies from the backup's folder to STORAGE_URL, checking each file by its SHA-256.
storage=${STORAGE_URL:-$(setting STORAGE_URL)}
copied=$(STORAGE_URL="file:$source/documents" node bin/docket.mjs storage:copy --to "${storage:-file:$data/documents}") ||
  { echo "$copied"; exit 1; }
echo "$copied" | sed '/^To switch/,$d'
echo "Restored from the backup of $(cat "$(listed_part "$source" taken-at)"). Start the service."
