#!/usr/bin/env bash
# Upgrades an installation made by install.sh, as root:  deploy/upgrade.sh docket-2.1.0-linux-x64.tar.gz
# The .sha256 file must be beside it. While the site stays up: verifies and unpacks the release, backs up, and starts the new version
# with a copy of the data. Then stops the service, changes the link /opt/docket/current, and starts it. If the new version does not
# become ready, goes back to the previous one, with the database as it was. After an interruption, run it again.
set -euo pipefail
umask 022
# shellcheck source=deploy/installation.sh
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/installation.sh"
previous=$programs/previous
# The database as it was when the service was stopped, while it is not certain that the new version can serve.
kept=$data/before-upgrade

main() {
  require_root
  if [ ! -e "$current" ]; then fail "Nothing is installed here yet: deploy/install.sh HOST"; fi
  if ! has_systemd; then fail "systemd is not running here, so nothing can be stopped and started."; fi
  take_turn
  unpack_release "${1:?usage: deploy/upgrade.sh RELEASE.tar.gz}"
  database=$(setting DATABASE_URL "sqlite:$data/docket.db")
  if [ "$(readlink "$current")" = "$programs/$version" ]; then
    finish
  else
    if [ -d "$kept" ]; then make_usable; fi
    back_up
    rehearse
    switch
  fi
}

back_up() {
  say "Backing up to $backups/latest"
  "$current/deploy/nightly-backup.sh" "$backups"
}

# As the service's user, who owns the data. If this run is killed, the copy that may go on does not hold up the next one.
rehearse() {
  if is_postgres && [ -z "${REHEARSAL_DATABASE_URL:-}" ]; then
    say "Not rehearsed: on PostgreSQL, name a new, empty database in REHEARSAL_DATABASE_URL."
    return
  fi
  say "Starting $version with a copy of the data"
  runuser -u docket -- "$programs/$version/deploy/rehearse.sh" --check "$backups/latest" 9>&- ||
    fail "Not upgraded: $(current_version) is still serving."
}

switch() {
  local began=$SECONDS
  services stop
  keep_database
  link_to "$(readlink "$current")" "$previous"
  link_to "$programs/$version" "$current"
  start_or_go_back
  say "Upgraded to $version. The site was down for about $((SECONDS - began)) s."
  clean_up
}

# An interrupted run may have got as far as the link.
finish() {
  if [ ! -d "$kept" ]; then
    say "$version is installed already."
    return
  fi
  start_or_go_back
  say "Upgraded to $version."
  clean_up
}

keep_database() {
  rm -rf "$kept" "$kept.new"
  mkdir -m 700 "$kept.new"
  if ! is_postgres; then
    # If the service was killed, this puts the rest of its log into the database.
    if [ -e "$(database_file)-wal" ]; then docket database:migrate > /dev/null; fi
    cp -p --reflink=auto "$(database_file)" "$kept.new/docket.db"
    sync "$kept.new/docket.db"
  fi
  mv "$kept.new" "$kept"
}

start_or_go_back() {
  write_units "$current"
  services restart
  if wait_until_ready "$(port)"; then return; fi
  journalctl --unit 'docket*' --lines 20 --output cat >&2 || true
  go_back
}

go_back() {
  say "$version did not become ready (its log is above). Going back."
  services stop
  link_to "$(readlink "$previous")" "$current"
  write_units "$current"
  make_usable
  services start
  wait_until_ready "$(port)" || fail "$(current_version) does not answer either: see journalctl -u docket. The backup is $backups/latest"
  rm -rf "$kept"
  fail "Not upgraded: $(current_version) serves again."
}

# The previous version refuses a database that the new one has changed, so it gets its own back.
make_usable() {
  services stop
  if docket database:migrate; then return; fi
  if is_postgres; then fail "The database was changed by $version: restore it from $backups/latest (docs/operating-postgresql.md), then run: systemctl start docket"; fi
  cp -p "$kept/docket.db" "$(database_file).kept"
  rm -f "$(database_file)-wal" "$(database_file)-shm"
  mv "$(database_file).kept" "$(database_file)"
}

is_postgres() { [[ $database == postgres* ]]; }

database_file() { echo "${database#sqlite:}"; }

current_version() { basename "$(readlink "$current")"; }

services() { list_services | xargs -r systemctl "$1"; }

# This version and the one before stay.
clean_up() {
  local folder
  rm -rf "$kept"
  for folder in "$programs"/[0-9]*; do
    case $folder in
      "$(readlink "$current")" | "$(readlink "$previous")") ;;
      *) rm -rf "$folder" ;;
    esac
  done
}

main "$@"
