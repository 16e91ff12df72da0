# For backup.sh and restore.sh: the files of a backup, which manifest-sha256.txt lists in the format of sha256sum.
parts='database secret-key taken-at'

# Reads .env as the program does, with or without quotes.
setting() { sed -n "s/^$1=//p" .env 2>/dev/null | sed "s/^\([\"']\)\(.*\)\1$/\2/" || true; }

data=${DATA_DIR:-$(setting DATA_DIR)}
data=${data:-./data}

# Root would leave files that the service cannot read.
refuse_root() {
  owner=$(ls -ld "$data" 2>/dev/null | awk '{ print $3 }')
  if [ "$(id -u)" -eq 0 ] && [ "${owner:-root}" != root ]; then
    echo "$0: run it as the owner of $data: sudo -u $owner $0 $1" >&2
    exit 1
  fi
}

hash_of() { sha256sum < "$1" | cut -d ' ' -f 1; }

# The part as the manifest lists it: PART, or PART.new if the backup was interrupted after its manifest was in place.
listed_part() {
  for file in "$1/$2" "$1/$2.new"; do
    if [ -f "$file" ] && grep -q "^$(hash_of "$file")  $2\$" "$1/manifest-sha256.txt"; then echo "$file"; return; fi
  done
}

# Gives the new parts their names if the manifest lists them; removes what an interrupted backup left otherwise.
finish_switch() {
  rm -f "$1/database.new.part" "$1/manifest-sha256.txt.new"
  for part in $parts; do
    if [ ! -f "$1/$part.new" ]; then continue; fi
    if [ -f "$1/manifest-sha256.txt" ] && [ "$(listed_part "$1" "$part")" = "$1/$part.new" ]; then
      mv "$1/$part.new" "$1/$part"
    else rm -f "$1/$part.new"; fi
  done
}

# A document's name is its SHA-256, which restoring verifies.
write_manifest() {
  for part in $parts; do
    if [ -f "$1/$part.new" ]; then echo "$(hash_of "$1/$part.new")  $part"; fi
  done > "$1/manifest-sha256.txt.new"
  (cd "$1" && find documents -name '*.pdf' | sed 's|.*/\(.*\)\.pdf$|\1  &|' | sort) >> "$1/manifest-sha256.txt.new"
  sync
  mv "$1/manifest-sha256.txt.new" "$1/manifest-sha256.txt"
}
