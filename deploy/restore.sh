#!/usr/bin/env bash
# Restores a backup made by backup.sh:  deploy/restore.sh FOLDER
# As root or as the service's user, while the service is stopped and DATA_DIR, or the PostgreSQL database, is empty: it overwrites
# nothing. PostgreSQL needs pg_restore. If it is interrupted, run it again. Then start the service; it upgrades an older database
# to its version.
set -euo pipefail
source=$(realpath -m "${1:?usage: deploy/restore.sh FOLDER}")
# shellcheck source=deploy/backup-parts.sh
. "$(dirname "${BASH_SOURCE[0]}")/backup-parts.sh"
manifest=$source/manifest-sha256.txt
# Its lines: which backup is being restored, and then that its database is in place.
progress=$data/restoring

refuse() { fail "$source was not restored: $1 is missing, or does not belong to this backup. Use another backup."; }

require_whole_backup() {
  local part damaged
  if [ ! -f "$manifest" ]; then fail "$source is not a complete backup"; fi
  for part in "${parts[@]}"; do
    if grep -q "  $part\$" "$manifest" && [ -z "$(listed_part "$source" "$part")" ]; then refuse "$part"; fi
  done
  damaged=$(cd "$source" && { grep '  documents/' "$manifest" | sha256sum --check 2> /dev/null | grep -v ': OK$' || true; })
  if [ -n "$damaged" ]; then refuse "${damaged%%:*}"; fi
}

# No command runs without it, so that no mail goes out unsigned.
require_dkim_key() {
  local file copy
  file=$(setting DKIM_PRIVATE_KEY_FILE)
  if [ -z "$file" ] || [ -r "$file" ]; then return; fi
  copy=$(listed_part "$source" dkim-key)
  if [ -z "$copy" ]; then fail "DKIM_PRIVATE_KEY_FILE: $file cannot be read, and this backup has no such key. Copy it from where you keep it, or remove the three DKIM settings."; fi
  fail "DKIM_PRIVATE_KEY_FILE: $file cannot be read. It is in the backup: install -o $(stat -c %U "$data") -m 0400 $copy $file
Then run this again."
}

restore_database() {
  local this
  this=$(hash_of "$manifest")
  if [ "$(cat "$progress" 2> /dev/null)" = "$this"$'\n'restored ]; then return; fi
  # On SQLite, the database gets its name when it is complete, so this one is from the run that was interrupted.
  if [ "$(cat "$progress" 2> /dev/null)" = "$this" ] && [ -f "$data/docket.db" ]; then return; fi
  if [ ! -e "$data/docket.db" ]; then echo "$this" > "$progress"; fi
  if ! docket database:restore "$(listed_part "$source" database)"; then
    rm -f "$progress"
    exit 1
  fi
  echo restored >> "$progress"
}

restore_key() {
  local key
  key=$(listed_part "$source" secret-key)
  if [ -z "$key" ] || [ -e "$data/secret-key" ]; then return; fi
  cp "$key" "$data/secret-key.new"
  mv "$data/secret-key.new" "$data/secret-key"
}

# Copies from the backup's folder to STORAGE_URL, checking each file by its SHA-256.
restore_documents() {
  local storage copied
  storage=$(setting STORAGE_URL "file:$data/documents")
  copied=$(STORAGE_URL="file:$source/documents" docket storage:copy --to "$storage") || fail "$copied"
  sed '/^To switch/,$d' <<< "$copied"
}

say_what_differs() {
  local copy
  copy=$(listed_part "$source" settings)
  if [ -n "$copy" ] && ! cmp -s "$copy" "$settings"; then echo "The settings in the backup differ from $settings: compare them with $copy"; fi
}

if [ -d "$source" ]; then become_owner "$source" restore.sh "$source"; fi
require_whole_backup
require_dkim_key
mkdir -p "$data"
restore_database
restore_key
restore_documents
rm "$progress"
say_what_differs
echo "Restored from the backup of $(cat "$(listed_part "$source" taken-at)"). Start the service."
