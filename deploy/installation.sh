# shellcheck shell=bash
# shellcheck disable=SC2034
# For install.sh and upgrade.sh: where the parts of an installation are, and the steps that both take.
programs=/opt/docket
current=$programs/current
settings=/etc/docket/.env
data=/var/lib/docket
backups=/var/backups/docket
units=/etc/systemd/system
ready_seconds=${READY_SECONDS:-60}

say() { echo "$*"; }

fail() {
  echo "$*" >&2
  exit 1
}

has_systemd() { [ -d /run/systemd/system ]; }

require_root() {
  if [ "$(id -u)" -ne 0 ]; then fail "$(basename "$0"): run it as root"; fi
}

# Another run would take the same steps at the same time.
take_turn() {
  mkdir -p "$programs"
  exec 9>> "$programs/.lock"
  flock --nonblock 9 || fail "Another installation or upgrade is running."
}

# Compares a release with the SHA-256 beside it, unpacks it to /opt/docket/VERSION, and sets `version`.
unpack_release() {
  local file
  file=$(realpath "$1")
  if [ ! -f "$file.sha256" ]; then fail "$file.sha256 is missing: copy it here, too. It shows whether the file is damaged or was changed."; fi
  (cd "$(dirname "$file")" && sha256sum --check --quiet "$file.sha256") || fail "$file does not match $file.sha256: copy both again"
  rm -rf "$programs/.unpacked"
  mkdir "$programs/.unpacked"
  tar -xzf "$file" -C "$programs/.unpacked" --strip-components=1 --no-same-owner
  keep_program "$programs/.unpacked"
}

# Moves an unpacked program to its place. Its name shows that it is complete.
keep_program() {
  version=$(cat "$1/VERSION")
  if [ -d "$programs/$version" ]; then
    rm -rf "$1"
  else
    sync
    mv "$1" "$programs/$version"
  fi
}

# There is a link at every moment.
link_to() {
  if [ "$(readlink "$2")" = "$1" ]; then return; fi
  ln -sfn "$1" "$2.new"
  mv -T "$2.new" "$2"
}

# Prints the service's setting, or its default.
setting() { env -i "$current/bin/node" --env-file="$settings" -p 'process.env[process.argv[1]] || process.argv[2]' "$1" "${2:-}"; }

# Waits until the service on this port says that it is ready.
wait_until_ready() {
  local address host end=$((SECONDS + ready_seconds))
  host=$(setting HOST 127.0.0.1)
  case $host in 0.0.0.0 | ::) host=127.0.0.1 ;; esac
  address=http://$host:$1/readyz
  while [ "$SECONDS" -lt "$end" ]; do
    if is_ready "$address"; then return; fi
    sleep 0.2
  done
  return 1
}

is_ready() {
  "$current/bin/node" -e 'fetch(process.argv[1], { signal: AbortSignal.timeout(5000) }).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))' "$1"
}

# The services that start with the machine: docket, docket-worker, or docket@PORT.
list_services() {
  find "$units/multi-user.target.wants" -name 'docket*.service' -printf '%f\n' 2> /dev/null | sort
}

# Of docket@PORT, the first one.
port() {
  local port
  port=$(list_services | sed -n 's/^docket@\(.*\)\.service$/\1/p' | head -n 1)
  echo "${port:-$(setting PORT 3000)}"
}

# What the release says systemd should do.
write_units() {
  local unit
  for unit in docket.service docket@.service docket-worker.service docket-backup.service docket-backup.timer; do
    write_file "$1/deploy/$unit" "$units/$unit"
  done
  if has_systemd; then systemctl daemon-reload; fi
}

# Writes a file for all to read, unless it is there already.
write_file() {
  if cmp -s "$1" "$2"; then return; fi
  install -D -m 0644 "$1" "$2.new"
  mv "$2.new" "$2"
  say "Wrote $2"
}
