#!/usr/bin/env bash
# Backs up the installation while it is running:  deploy/backup.sh FOLDER
# As root or as the service's user. PostgreSQL needs pg_dump. When run again into the same folder, it copies only new documents.
# The backup that is there stays usable until the new one is complete: manifest-sha256.txt, which is replaced last, says which
# files belong together. A success is recorded in DATA_DIR/last-backup.json.
set -euo pipefail
target=$(realpath -m "${1:?usage: deploy/backup.sh FOLDER}")
# shellcheck source=deploy/backup-parts.sh
. "$(dirname "${BASH_SOURCE[0]}")/backup-parts.sh"
missed=''

# Leaves out the advice to switch to the copy. Documents that could not be read are listed; the rest is backed up.
copy_documents() {
  local copied
  copied=$(docket storage:copy --to "file:$target/documents" --quick) || missed=yes
  sed '/^To switch/,$d' <<< "$copied"
}

# A seventh of the documents, a different one each day.
documents_of_today() {
  list_documents "$target" | awk -v day=$(($(date +%s) / 86400 % 7)) '
    function digit(at) { return index("0123456789abcdef", substr($1, at, 1)) - 1 }
    (16 * digit(1) + digit(2)) % 7 == day'
}

# Compares those with their SHA-256, and copies the damaged ones again.
compare_documents() {
  local listed damaged name
  listed=$(documents_of_today)
  compared=$(grep -c . <<< "$listed" || true)
  if [ "$compared" -eq 0 ]; then return; fi
  damaged=$(cd "$target" && { sha256sum --check 2> /dev/null <<< "$listed" || true; } | sed -n 's/: FAILED.*//p')
  if [ -z "$damaged" ]; then return; fi
  while read -r name; do
    echo "$name is damaged in $target and in older backups. Copying it again." >&2
    rm -f "$target/$name"
  done <<< "$damaged"
  copy_documents
}

# What cannot be made again: the key that was created at the first start, the settings (with SECRET_KEY), and the DKIM key.
copy_keys() {
  local dkim
  if [ -f "$data/secret-key" ]; then cp "$data/secret-key" "$target/secret-key.new"; fi
  if [ -f "$settings" ]; then cp "$settings" "$target/settings.new"; fi
  dkim=$(setting DKIM_PRIVATE_KEY_FILE)
  if [ -n "$dkim" ]; then cp "$dkim" "$target/dkim-key.new"; fi
}

record_success() {
  local folder
  folder=$(node -p 'JSON.stringify(process.argv[1])' "$target")
  printf '{"finished_at":"%s","folder":%s,"hashes_compared":%d}\n' \
    "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$folder" "$compared" > "$data/last-backup.json.new"
  mv "$data/last-backup.json.new" "$data/last-backup.json"
}

if [ "$(id -u)" -eq 0 ]; then (umask 022 && mkdir -p "$(dirname "$target")") && mkdir -p "$target"; fi
become_owner "$target" backup.sh "$target"
mkdir -p "$target/documents"
finish_switch "$target"
# The database first: a document newer than the database is harmless; a row without its file is not.
docket database:backup "$target/database.new" > /dev/null
copy_documents
compare_documents
copy_keys
date -u +%Y-%m-%dT%H:%M:%SZ > "$target/taken-at.new"
write_manifest "$target"
finish_switch "$target"
if [ -n "$missed" ]; then fail "Backed up to $target, without the documents named above"; fi
record_success
echo "Backed up to $target. Documents compared with their SHA-256: $compared"
