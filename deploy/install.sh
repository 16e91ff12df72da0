#!/usr/bin/env bash
# Installs the program on Debian or Ubuntu, as root, in the folder of an unpacked release or with its file:
#   deploy/install.sh docket.example.com [docket-2.0.0-linux-x64.tar.gz]
# The first argument is the site's host name. Run it again after an interruption, or to configure a web server that was installed
# later: it changes only what is missing, and keeps existing settings.
#   deploy/install.sh --uninstall    removes the program, and keeps settings, data, and backups
set -euo pipefail
umask 022
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=deploy/installation.sh
. "$here/deploy/installation.sh"
skipped=()

main() {
  require_root
  if [ "${1:-}" = --uninstall ]; then uninstall; return; fi
  check_host "${1:-}"
  check_machine
  take_turn
  put_program "${2:-}"
  make_user
  make_folders
  write_settings
  link_to "$current/bin/docket" /usr/local/bin/docket
  write_units "$current"
  start_services
  write_proxy
  report
}

check_host() {
  if [[ ! $1 =~ ^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$ ]]; then fail "usage: deploy/install.sh HOST [RELEASE.tar.gz], for example: deploy/install.sh docket.example.com"; fi
  host=${1,,}
}

check_machine() {
  if [ ! -e /etc/debian_version ]; then fail "This is for Debian and Ubuntu. Elsewhere: docs/operating-containers.md"; fi
  if [ "$(uname -m)" != x86_64 ]; then fail "This release is for x86_64; this machine is $(uname -m)."; fi
}

put_program() {
  if [ -n "$1" ]; then
    unpack_release "$1"
  else
    version=$(cat "$here/VERSION")
  fi
  if [ ! -d "$programs/$version" ]; then
    rm -rf "$programs/.unpacked"
    cp -R --preserve=mode,timestamps "$here" "$programs/.unpacked"
    chmod -R u=rwX,go=rX "$programs/.unpacked"
    keep_program "$programs/.unpacked"
  fi
  if [ ! -e "$current" ]; then link_to "$programs/$version" "$current"; fi
  if [ "$(readlink "$current")" != "$programs/$version" ]; then fail "$(basename "$(readlink "$current")") is installed. To change to $version: deploy/upgrade.sh FILE"; fi
}

make_user() {
  if ! id docket > /dev/null 2>&1; then useradd --system --user-group --home-dir "$data" --shell /usr/sbin/nologin docket; fi
}

make_folders() {
  install -d -o root -g docket -m 0750 "$(dirname "$settings")"
  install -d -o docket -g docket -m 0700 "$data" "$backups"
}

write_settings() {
  if [ -e "$settings" ]; then return; fi
  sed -e "s|^# PUBLIC_URL=.*|PUBLIC_URL=https://$host|" -e "s|^DATA_DIR=.*|DATA_DIR=$data|" "$current/.env.example" > "$settings.new"
  chown root:docket "$settings.new"
  chmod 0640 "$settings.new"
  mv "$settings.new" "$settings"
  say "Wrote $settings"
}

start_services() {
  if ! has_systemd; then
    mkdir -p "$units/multi-user.target.wants" "$units/timers.target.wants"
    ln -sfn "$units/docket.service" "$units/multi-user.target.wants/docket.service"
    ln -sfn "$units/docket-backup.timer" "$units/timers.target.wants/docket-backup.timer"
    skipped+=("Starting the service and the backup timer: systemd is not running here. They will start with the machine.")
    return
  fi
  if [ -z "$(list_services)" ]; then systemctl enable --quiet docket; fi
  systemctl enable --quiet --now docket-backup.timer
  list_services | xargs -r systemctl start
  if ! wait_until_ready "$(port)"; then
    journalctl --unit docket --lines 20 --output cat >&2 || true
    fail "The service does not answer. The end of its log is above (journalctl -u docket). Fix the cause, then run this again."
  fi
}

write_proxy() {
  if command -v caddy > /dev/null; then
    write_caddy
  elif command -v nginx > /dev/null; then
    write_nginx
  else
    skipped+=("The web server: neither Caddy nor nginx is installed. apt-get install caddy, then run this again.")
  fi
}

write_caddy() {
  for_host Caddyfile /etc/caddy/docket.caddy
  if ! grep -qs '^import docket.caddy' /etc/caddy/Caddyfile; then
    printf '\nimport docket.caddy\n' >> /etc/caddy/Caddyfile
  fi
  reload caddy
}

write_nginx() {
  for_host nginx.conf /etc/nginx/sites-available/docket
  if [ ! -e "/etc/letsencrypt/live/$host/fullchain.pem" ]; then
    skipped+=("nginx needs a certificate: certbot certonly --nginx -d $host, then run this again.")
    return
  fi
  ln -sfn ../sites-available/docket /etc/nginx/sites-enabled/docket
  nginx -t -q || fail "nginx rejects its configuration: see above."
  reload nginx
}

# Writes the web server's file with the host name.
for_host() {
  local file
  file=$(mktemp)
  sed "s/docket\.example\.com/$host/g" "$current/deploy/$1" > "$file"
  write_file "$file" "$2"
  rm "$file"
}

reload() {
  if has_systemd; then
    systemctl reload-or-restart "$1"
  else
    skipped+=("Reloading $1: systemd is not running here.")
  fi
}

report() {
  local step
  for step in "${skipped[@]}"; do say "Not done: $step"; done
  say "Docket $version is installed. Settings: $settings. Commands: docket --help"
  say "Create the first administrator here (the link works once, until another is printed):"
  first_address || say "docket serve prints it when it starts."
}

# The address that the service printed is in its log. A second process, for a moment, replaces it by one that only this terminal sees.
first_address() {
  local output address
  output=$(mktemp)
  PORT=0 HOST=127.0.0.1 LOG_LEVEL=silent NOTIFICATIONS_MODE=test DOCUMENT_RECOGNITION=off docket serve > /dev/null 2> "$output" 9>&- &
  for _ in $(seq 150); do
    sleep 0.2
    if grep -q 'Administration:' "$output" || ! kill -0 "$!" 2> /dev/null; then break; fi
  done
  sleep 0.5
  kill "$!" 2> /dev/null || true
  wait "$!" || true
  address=$(grep -o 'http.*/admin/first-run/.*' "$output" || true)
  rm "$output"
  say "  ${address:-There is an administrator already: docket admin:list}"
}

uninstall() {
  local unit
  for unit in $(list_services) docket-backup.timer; do
    if has_systemd; then systemctl disable --quiet --now "$unit" || true; fi
  done
  rm -f "$units"/docket.service "$units"/docket@.service "$units"/docket-worker.service "$units"/docket-backup.* \
    "$units"/*.target.wants/docket*.service "$units"/*.target.wants/docket-backup.timer \
    /usr/local/bin/docket /etc/nginx/sites-enabled/docket /etc/nginx/sites-available/docket /etc/caddy/docket.caddy
  if [ -f /etc/caddy/Caddyfile ]; then sed -i '/^import docket\.caddy$/d' /etc/caddy/Caddyfile; fi
  if has_systemd; then systemctl daemon-reload; fi
  rm -rf "$programs"
  say "The program was removed. Kept: $(dirname "$settings") (settings), $data (data), $backups (backups), and the user docket."
}

main "$@"
