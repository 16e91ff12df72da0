# shellcheck shell=bash
# For the scripts beside it: the program and its settings, and the files of a backup, which manifest-sha256.txt lists in the format
# of sha256sum.
parts=(database secret-key settings dkim-key taken-at)

program=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
settings=$program/.env
# A release, with its own Node.
if [ -x "$program/bin/node" ]; then
  settings=/etc/docket/.env
  PATH=$program/bin:$PATH
fi

fail() {
  echo "$*" >&2
  exit 1
}

with_settings=()
if [ -f "$settings" ]; then with_settings=("--env-file=$settings"); fi

docket() { node "${with_settings[@]}" "$program/bin/docket.mjs" "$@"; }

# As the program reads it: the environment comes before the file.
setting() { node "${with_settings[@]}" -p 'process.env[process.argv[1]] || process.argv[2]' "$1" "${2:-}"; }

umask 077
cd "$program" || exit
data=$(setting DATA_DIR ./data)

# become_owner BACKUP SCRIPT WORD…: root would leave files that the service cannot read, and a backup that root copied here is one.
become_owner() {
  local owner
  if [ "$(id -u)" -ne 0 ]; then return; fi
  owner=$(stat -c %U "$data" 2> /dev/null || echo root)
  if [ "$owner" = root ]; then return; fi
  find "$1" ! -user "$owner" -exec chown -h "$owner" {} +
  runuser -u "$owner" -- test -r "$1" -a -x "$1" || fail "$owner cannot read $1: move it, for example to /var/backups"
  exec runuser -u "$owner" -- "$program/deploy/$2" "${@:3}"
}

hash_of() { sha256sum < "$1" | cut -d ' ' -f 1; }

# The part as the manifest lists it: PART, or PART.new if the backup was interrupted after its manifest was in place.
listed_part() {
  local file
  for file in "$1/$2" "$1/$2.new"; do
    if [ -f "$file" ] && grep -q "^$(hash_of "$file")  $2\$" "$1/manifest-sha256.txt"; then
      echo "$file"
      return
    fi
  done
}

# Gives the new parts their names if the manifest lists them; removes what an interrupted backup left otherwise.
finish_switch() {
  local part
  rm -f "$1/database.new.part" "$1/manifest-sha256.txt.new"
  for part in "${parts[@]}"; do
    if [ ! -f "$1/$part.new" ]; then continue; fi
    if [ -f "$1/manifest-sha256.txt" ] && [ "$(listed_part "$1" "$part")" = "$1/$part.new" ]; then
      mv "$1/$part.new" "$1/$part"
    else
      rm -f "$1/$part.new"
    fi
  done
}

# A document's name is its SHA-256, which restoring verifies.
list_documents() { (cd "$1" && find documents -name '*.pdf' | sed 's|.*/\(.*\)\.pdf$|\1  &|' | sort); }

write_manifest() {
  local part
  for part in "${parts[@]}"; do
    if [ -f "$1/$part.new" ]; then echo "$(hash_of "$1/$part.new")  $part"; fi
  done > "$1/manifest-sha256.txt.new"
  list_documents "$1" >> "$1/manifest-sha256.txt.new"
  sync
  mv "$1/manifest-sha256.txt.new" "$1/manifest-sha256.txt"
}
