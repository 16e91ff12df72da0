#!/bin/sh
# Backs the installation up while it serves:  deploy/backup.sh FOLDER
# Run it in the program's folder, as the service's user. PostgreSQL needs pg_dump. Run it again into the same folder: only
# new documents are copied, the database is replaced when its new copy is whole.
set -eu
target=${1:?usage: deploy/backup.sh FOLDER}
umask 077
mkdir -p "$target"

# The database first: a document that is newer than it is harmless, a row without its file is not.
rm -f "$target/database.new"
node bin/docket.mjs database:backup "$target/database.new" > /dev/null
mv "$target/database.new" "$target/database"
# Without its advice to switch to the copy.
copied=$(node bin/docket.mjs storage:copy --to "file:$target/documents" --quick) || { echo "$copied"; exit 1; }
echo "$copied" | sed '/^To switch/,$d'

# The key that was made at the first start; one that SECRET_KEY sets must be kept elsewhere.
setting() { sed -n "s/^$1=//p" .env 2>/dev/null | sed "s/^\([\"']\)\(.*\)\1$/\2/" || true; }
data=${DATA_DIR:-$(setting DATA_DIR)}
if [ -f "${data:-./data}/secret-key" ]; then cp "${data:-./data}/secret-key" "$target/secret-key"; fi
date -u +%Y-%m-%dT%H:%M:%SZ > "$target/taken-at"
echo "Backed up to $target"
