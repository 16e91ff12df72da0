#!/bin/sh
# Backs the installation up while it serves:  deploy/backup.sh FOLDER
# Run it in the program's folder, as the service's user; it reads the same .env. Needs rsync where documents lie in a
# folder, and pg_dump where the database is PostgreSQL. Documents in an S3-compatible store: see docs/operating.md.
set -eu
target=${1:?usage: deploy/backup.sh FOLDER}
if [ -f .env ]; then set -a; . ./.env; set +a; fi
data=${DATA_DIR:-./data}
umask 077
mkdir -p "$target"

# The database first: a document that is newer than it is harmless, a row without its file is not.
rm -f "$target/database.part"
node bin/docket.mjs database:backup "$target/database.part"
mv "$target/database.part" "$target/database"

storage=${STORAGE_URL:-file:$data/documents}
case $storage in
  file:*) mkdir -p "$target/documents"; rsync -a --exclude 'incoming/' "${storage#file:}/" "$target/documents/" ;;
esac
if [ -f "$data/secret-key" ]; then cp "$data/secret-key" "$target/secret-key"; fi
date -u +%Y-%m-%dT%H:%M:%SZ > "$target/taken-at"
echo "Backed up to $target"
