#!/usr/bin/env bash
# What docket-backup.timer runs every night:  deploy/nightly-backup.sh FOLDER
# Backs up to FOLDER/latest, and keeps the newest fourteen backups as FOLDER/DATE. They share the documents' files.
set -euo pipefail
folder=$(realpath -m "${1:?usage: deploy/nightly-backup.sh FOLDER}")
umask 077
"$(dirname "${BASH_SOURCE[0]}")/backup.sh" "$folder/latest"
dated=$folder/$(date -u +%Y-%m-%dT%H%M%SZ)
rm -rf "$folder"/*.new
cp -al "$folder/latest" "$dated.new"
mv "$dated.new" "$dated"
find "$folder" -maxdepth 1 -type d -name '20*Z' | sort | head -n -14 | xargs -r -d '\n' rm -rf
