#!/bin/sh
# Backs up the installation while it is running:  deploy/backup.sh FOLDER
# Run it in the program's folder, as the service's user. PostgreSQL needs pg_dump. When run again into the same folder, it
# copies only new documents. The backup that is there stays usable until the new one is complete: manifest-sha256.txt, which
# is replaced last, says which files belong together.
set -eu
target=${1:?usage: deploy/backup.sh FOLDER}
umask 077
. "$(dirname "$0")/backup-parts.sh"
refuse_root "$1"
mkdir -p "$target/documents"
finish_switch "$target"

# The database first: a document newer than the database is harmless; a row without its file is not.
node bin/docket.mjs database:backup "$target/database.new" > /dev/null
# Leaves out the advice to switch to the copy. Documents that could not be read are listed; the rest is backed up.
copied=$(node bin/docket.mjs storage:copy --to "file:$target/documents" --quick) || missed=yes
echo "$copied" | sed '/^To switch/,$d'

# The key that was created at the first start; a key set in SECRET_KEY must be kept elsewhere.
if [ -f "$data/secret-key" ]; then cp "$data/secret-key" "$target/secret-key.new"; fi
date -u +%Y-%m-%dT%H:%M:%SZ > "$target/taken-at.new"

write_manifest "$target"
finish_switch "$target"
if [ -n "${missed:-}" ]; then echo "Backed up to $target, without the documents named above" >&2; exit 1; fi
echo "Backed up to $target"
