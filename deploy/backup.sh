#!/bin/sh
# Backs up the installation while it is running:  deploy/backup.sh FOLDER
# Run it in the program's folder, as the service's user. PostgreSQL needs pg_dump. When run again into the same folder, it
# copies only new documents, and replaces the database once its new copy is complete.
set -eu
target=${1:?usage: deploy/backup.sh FOLDER}
umask 077
setting() { sed -n "s/^$1=//p" .env 2>/dev/null | sed "s/^\([\"']\)\(.*\)\1$/\2/" || true; }
data=${DATA_DIR:-$(setting DATA_DIR)}
data=${data:-./data}
# Root would leave files that the service cannot read.
owner=$(ls -ld "$data" 2>/dev/null | awk '{ print $3 }')
if [ "$(id -u)" -eq 0 ] && [ "${owner:-root}" != root ]; then
  echo "$0: run it as the owner of $data: sudo -u $owner $0 $1" >&2
  exit 1
fi
mkdir -p "$target"

# The database first: a document newer than the database is harmless; a row without its file is not.
rm -f "$target/database.new"
node bin/docket.mjs database:backup "$target/database.new" > /dev/null
mv "$target/database.new" "$target/database"
# Leaves out the advice to switch to the copy.
copied=$(node bin/docket.mjs storage:copy --to "file:$target/documents" --quick) || missed=yes
echo "$copied" | sed '/^To switch/,$d'

# The key that was created at the first start; a key set in SECRET_KEY must be kept elsewhere.
if [ -f "$data/secret-key" ]; then cp "$data/secret-key" "$target/secret-key"; fi
if [ -n "${missed:-}" ]; then exit 1; fi
date -u +%Y-%m-%dT%H:%M:%SZ > "$target/taken-at"
echo "Backed up to $target"
