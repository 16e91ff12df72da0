#!/usr/bin/env bash
# Brings up deploy/compose.yaml and runs the commands of docs/operating-containers.md, without fetching an image: a Debian of
# debootstrap stands in for the base images, s3rver for the store. In a clone, as root:
#   apt-get install debootstrap podman crun netavark aardvark-dns docker-compose    and then    deploy/try-compose.sh
# The stand-ins are kept in node_modules/.cache/compose.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# crun refuses the mixture of both versions of cgroups, which some machines have.
if mountpoint -q /sys/fs/cgroup/unified; then
  if [ -z "${DOCKET_OWN_MOUNTS:-}" ]; then DOCKET_OWN_MOUNTS=yes exec unshare -m "$PWD/deploy/try-compose.sh"; fi
  umount /sys/fs/cgroup/unified
fi
place=$(mktemp -d /var/tmp/docket-compose-XXXXXX)
export DOCKER_HOST=unix://$place/podman.sock
cache=$PWD/node_modules/.cache/compose
storage=("--root=$cache/storage" "--runroot=$cache/run")

main() {
  trap clean_up EXIT
  start_podman
  make_images
  unpack
  try_commands
  echo 'compose.yaml came up, and every command worked.'
}

clean_up() {
  set +e
  (cd "$place/docket" && compose down --volumes) > /dev/null 2>&1
  kill "$podman"
  umount "$cache/storage/overlay" 2> /dev/null
  rm -rf "$place"
}

start_podman() {
  printf '[containers]\ndefault_ulimits = ["nofile=10000:20000", "nproc=4096:8192"]\n[engine]\nruntime = "crun"\n' > "$place/containers.conf"
  export CONTAINERS_CONF=$place/containers.conf
  podman "${storage[@]}" system service --time 0 "$DOCKER_HOST" 2> "$place/podman.log" &
  podman=$!
}

# build NAME: an image from a Dockerfile on standard input.
build() {
  if has_image "$1"; then return; fi
  podman "${storage[@]}" build --quiet --network host -t "docker.io/$1" -f - "$place/context" > /dev/null
}

has_image() { podman "${storage[@]}" image exists "docker.io/$1"; }

make_base_image() {
  if has_image library/debian:trixie-20250929-slim; then return; fi
  debootstrap --variant=minbase trixie "$place/debian" > /dev/null
  tar -c -C "$place/debian" . | podman "${storage[@]}" import --quiet - docker.io/library/debian:trixie-20250929-slim > /dev/null
}

make_images() {
  mkdir "$place/context"
  make_base_image
  build library/busybox:1.37.0 <<< 'FROM docker.io/library/debian:trixie-20250929-slim'
  build library/caddy:2.10.2 << 'END'
FROM docker.io/library/debian:trixie-20250929-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]
END
  cat > "$place/context/postgres.sh" << 'END'
#!/bin/bash
set -e
export PATH=/usr/lib/postgresql/17/bin:$PATH PGDATA=/var/lib/postgresql/data
chown postgres "$PGDATA"
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  install -o postgres -m 0600 /dev/null /tmp/password
  echo "$POSTGRES_PASSWORD" > /tmp/password
  runuser -u postgres -- initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 --auth-local=trust --encoding=UTF8
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  printf "listen_addresses = '*'\n" >> "$PGDATA/postgresql.conf"
  runuser -u postgres -- pg_ctl -w start
  runuser -u postgres -- createdb -U "$POSTGRES_USER" "$POSTGRES_DB"
  runuser -u postgres -- pg_ctl -w stop
fi
exec runuser -u postgres -- postgres
END
  build library/postgres:17.6-trixie << 'END'
FROM docker.io/library/debian:trixie-20250929-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-17
RUN ln -s /usr/lib/postgresql/17/bin/pg_isready /usr/local/bin/
COPY postgres.sh /
VOLUME /var/lib/postgresql/data
CMD ["bash", "/postgres.sh"]
END
  make_store_image
}

# The tests' store. Its bucket is the folder that make-bucket made.
make_store_image() {
  npx esbuild test/support/serve-s3.ts --bundle --platform=node --format=esm --target=node24 --log-level=error \
    --outfile="$place/context/store.mjs" \
    --banner:js="import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"
  cp node_modules/node/bin/node "$place/context/node"
  build versity/versitygw:v1.0.5 << 'END'
FROM docker.io/library/debian:trixie-20250929-slim
COPY node store.mjs /
ENTRYPOINT ["/node", "/store.mjs"]
END
}

unpack() {
  npm run --silent release "$place" > /dev/null
  mkdir "$place/docket"
  tar -xzf "$place"/docket-*.tar.gz -C "$place/docket" --strip-components=1
  # docker-compose 1.29 knows no name, and Podman checks no health without systemd: the service starts again until the database is up.
  sed -i '/^name:/d; s/service_healthy/service_started/' "$place/docket/deploy/compose.yaml"
}

compose() { docker-compose --project-name docket --file deploy/compose.yaml --file deploy/limits.yaml "$@"; }

# docker-compose 1.29 takes Podman's network for another one if it has addresses; these commands need none.
run_tool() { docker-compose --project-name docket --file deploy/tools.yaml --file deploy/limits.yaml run --rm "$@"; }

# Podman's API asks for more open files than this machine may allow.
write_limits() {
  local service
  echo 'services:'
  for service in proxy web worker backup restore database store make-bucket; do
    echo "  $service: { ulimits: { nofile: { soft: 1000, hard: $(ulimit -Hn) }, nproc: 4096 } }"
  done
}

write_settings() {
  install -m 0600 .env.example deploy/.env
  sed -i '/^HOST=/d; /^DATA_DIR=/d; /^TRUSTED_PROXIES=/d' deploy/.env
  cat >> deploy/.env << END
PUBLIC_URL=http://docket.localhost
SECRET_KEY=$(openssl rand -hex 32)
SITE_HOST=http://docket.localhost
DATABASE_PASSWORD=ofTheDatabase
STORE_ACCESS_KEY=S3RVER
STORE_SECRET_KEY=S3RVER
MAIL_FROM=docket@example.com
DKIM_DOMAIN=example.com
DKIM_SELECTOR=docket
DKIM_PRIVATE_KEY_FILE=/keys/dkim.pem
END
  install -d deploy/keys
  openssl genrsa -out deploy/keys/dkim.pem 2048 2> /dev/null
  chown 10001 deploy/keys/dkim.pem
  chmod 0400 deploy/keys/dkim.pem
}

try_commands() {
  cd "$place/docket"
  write_settings
  write_limits > deploy/limits.yaml
  sed '/^    ipam:/,/ip_range/d; s/^  front:$/  front: {}/' deploy/compose.yaml > deploy/tools.yaml
  # Compose 1.29 cannot build with the host's network.
  podman "${storage[@]}" build --quiet --network host -t docker.io/library/docket -f deploy/Dockerfile . > /dev/null
  compose up -d --no-build
  wait_until_ready
  compose logs web > "$place/log"
  grep -q '/admin/first-run/' "$place/log"
  echo 'a password of fifteen letters' | compose exec -T web docket admin:create --email clerk@example.com --password-stdin
  compose exec -T web docket admin:reset-password --email clerk@example.com
  run_tool backup
  run_tool --entrypoint tar backup -C /backup -cf - latest > "$place/backup.tar"
  tar -tf "$place/backup.tar" | grep -q 'latest/dkim-key'
  compose down
  podman "${storage[@]}" volume rm docket_database docket_objects
  compose up -d --no-build database store make-bucket
  until compose exec -T database pg_isready --username docket > /dev/null; do sleep 1; done
  run_tool restore
  compose up -d --no-build
  wait_until_ready
  compose exec -T web docket admin:list | grep -q clerk@example.com
}

wait_until_ready() {
  local tries
  for tries in $(seq 120); do
    if curl --silent --fail --output /dev/null --resolve docket.localhost:80:127.0.0.1 http://docket.localhost/readyz; then return; fi
    sleep 1
  done
  compose logs >&2
  echo "Not ready after $tries s." >&2
  return 1
}

main "$@"
