#!/bin/sh
# Installs a package in a fresh systemd guest, starts it and removes it: sh packaging/try-deb.sh graft_VERSION_amd64.deb
# Needs root and Debian's systemd-container. The guest sees this computer's /usr through a throw-away overlay.
set -eu
deb=$(realpath "$1")
[ "$(id -u)" = 0 ] || { echo 'SKIPPED: only root can boot a systemd' >&2; exit 0; }
command -v systemd-nspawn >/dev/null || { echo 'SKIPPED: there is no systemd-nspawn (systemd-container)' >&2; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
mkdir -p "$root/etc/systemd/system/multi-user.target.wants" "$root/usr" "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" \
  "$root/var/log" "$root/run" "$root/tmp" "$root/proc" "$root/sys" "$root/dev" "$root/root" "$root/out"
chmod 755 "$root"
for link in bin sbin lib lib64; do ln -s "usr/$link" "$root/$link"; done
cp /usr/lib/os-release "$root/etc/os-release"
printf 'root:x:0:0:root:/root:/bin/sh\n' >"$root/etc/passwd"
printf 'root:x:0:\n' >"$root/etc/group"
printf '0123456789abcdef0123456789abcdef\n' >"$root/etc/machine-id"
: >"$root/var/lib/dpkg/status"
ln -s /usr/lib/systemd/system/multi-user.target "$root/etc/systemd/system/default.target"
for unit in systemd-logind console-getty; do ln -s /dev/null "$root/etc/systemd/system/$unit.service"; done
cp "$deb" "$root/graft.deb"
cat >"$root/try.sh" <<'TRY'
exec >/out/said 2>&1
step() { printf '%s\n' "== $*"; "$@" && echo "-- ok" || echo "-- FAILED $?"; }
# Node.js is there, and no package of it
step dpkg --force-depends -i /graft.deb
step getent passwd graft
step stat -c '%U %G %a %n' /etc/graft /etc/graft/graft.yaml
step systemctl start graft
step systemctl is-active graft
step graft console status --json --key /var/lib/graft/keys/local.graft-key
step graft doctor
step dpkg --force-depends -i /graft.deb
step dpkg -r graft
step test ! -e /usr/lib/systemd/system/graft.service
step test -e /etc/graft/graft.yaml
step test -d /var/lib/graft
step dpkg -P graft
step test ! -e /etc/graft
journalctl -u graft --no-pager -o cat | tail -n 5
systemctl poweroff --force --no-block
TRY
printf '[Unit]\nAfter=basic.target\n[Service]\nExecStart=/bin/sh /try.sh\n' >"$root/etc/systemd/system/try.service"
ln -s ../try.service "$root/etc/systemd/system/multi-user.target.wants/try.service"
grep -qw cgroup2 /proc/filesystems && export SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1
timeout 180 systemd-nspawn -q -D "$root" --overlay=/usr::/usr --bind="$work:/out" --register=no --keep-unit --private-network \
  -b --console=pipe </dev/null >"$work/console" 2>&1 || tail -n 5 "$work/console"
cat "$work/said"
failed=$(grep -c '^-- FAILED' "$work/said" || true)
echo "$(grep -c '^-- ok' "$work/said") steps ok, $failed failed"
[ "$failed" = 0 ]
