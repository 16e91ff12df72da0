#!/usr/bin/env bash
# Starts this program with a copy of a backup, beside the site, to look at it or to see whether it starts:
#   deploy/rehearse.sh FOLDER           serves the copy on port 3999 until Ctrl-C
#   deploy/rehearse.sh --check FOLDER   ends as soon as it is ready, or has failed (exit code 1)
# It sends no mail and changes neither the site nor the backup. For a backup of PostgreSQL, name a new, empty database in
# REHEARSAL_DATABASE_URL.
set -euo pipefail
option=()
if [ "${1:-}" = --check ]; then
  option=(--check)
  shift
fi
source=$(realpath -m "${1:?usage: deploy/rehearse.sh [--check] FOLDER}")
# shellcheck source=deploy/backup-parts.sh
. "$(dirname "${BASH_SOURCE[0]}")/backup-parts.sh"
port=3999
# On the same disk, so that the documents need no space.
place=$source/rehearsal
server=''

copy_backup() {
  clean_up
  mkdir "$place"
  if [ -f "$source/secret-key" ]; then cp "$source/secret-key" "$place/secret-key"; fi
  cp -al "$source/documents" "$place/documents"
  docket database:restore "$source/database" > /dev/null
}

# Overrides what a copy must not share; the rest is as in the settings.
use_copy() {
  export DATA_DIR=$place STORAGE_URL=file:$place/documents DATABASE_URL=${REHEARSAL_DATABASE_URL:-sqlite:$place/docket.db}
  export HOST=127.0.0.1 PORT=$port PUBLIC_URL=http://localhost:$port TRUSTED_PROXIES=loopback NOTIFICATIONS_MODE=test
  export NOTIFICATIONS_TEST_RECIPIENT='' SMTP_URL='' BOUNCE_MAILBOX='' DOCUMENT_RECOGNITION=off LOG_LEVEL=info
  # Any free port, so that nothing else answers.
  if [ ${#option[@]} -gt 0 ]; then export PORT=0; fi
}

start_copy() {
  node "${with_settings[@]}" "$program/bin/docket.mjs" serve > "$place/log" 2>&1 &
  server=$!
  echo "$server" > "$place/pid"
}

clean_up() {
  if [ -f "$place/pid" ]; then kill "$(cat "$place/pid")" 2> /dev/null || true; fi
  if [ -n "$server" ]; then wait "$server" || true; fi
  rm -rf "$place"
}

is_ready() {
  local port
  port=$(sed -n 's/.*"port":\([0-9]*\),.*"listening.*/\1/p' "$place/log")
  [ -n "$port" ] && node -e 'fetch(process.argv[1]).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))' "http://127.0.0.1:$port/readyz"
}

wait_until_ready() {
  local end=$((SECONDS + ${READY_SECONDS:-300}))
  until is_ready; do
    if [ "$SECONDS" -ge "$end" ] || ! kill -0 "$server" 2> /dev/null; then
      tail -n 20 "$place/log" >&2
      fail "This version does not start with a copy of the data. Its messages are above."
    fi
    sleep 0.2
  done
}

if [ -d "$source" ]; then become_owner "$source" rehearse.sh "${option[@]}" "$source"; fi
if ! head -c 15 "$source/database" | grep -q '^SQLite format 3' && [ -z "${REHEARSAL_DATABASE_URL:-}" ]; then
  fail "$source is a backup of PostgreSQL: name a new, empty database in REHEARSAL_DATABASE_URL"
fi
trap clean_up EXIT
trap 'exit 130' INT TERM
use_copy
copy_backup
start_copy
wait_until_ready
if [ ${#option[@]} -gt 0 ]; then exit; fi
echo "The backup is served on port $port of this machine only. On your own computer, run
  ssh -L $port:localhost:$port $(hostname)
and open http://localhost:$port there. Ctrl-C here ends it and removes the copy."
wait "$server"
