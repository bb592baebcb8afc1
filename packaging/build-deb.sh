#!/bin/sh
# Builds graft_VERSION_ARCHITECTURE.deb from this checkout: npm run deb [FOLDER]
# For the architecture of this computer it needs no network. ARCH=arm64 or ARCH=amd64 in the environment builds for the
# other one; its packages come from npm, in the versions of package-lock.json.
set -eu
cd "$(dirname "$0")/.."
out=${1:-.}
version=$(node -p 'require("./package.json").version')
native=$(dpkg --print-architecture)
architecture=${ARCH:-$native}
# as npm and Node.js call it, and as a binary says it in its 19th and 20th byte
case $architecture in
  amd64) cpu=x64 other=arm64 elf=62 ;;
  arm64) cpu=arm64 other=x64 elf=183 ;;
  *) echo "prebuilt parts are for amd64 and arm64, not for $architecture" >&2; exit 2 ;;
esac
git rev-parse --git-dir >/dev/null 2>&1 || { echo 'no checkout of git here, which says what belongs to the package' >&2; exit 2; }
[ -f dist/cli/cli.js ] || { echo 'build first: npm run build' >&2; exit 2; }

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
program=$stage/usr/lib/graft
umask 022
mkdir -p "$program" "$stage/DEBIAN" "$stage/etc/graft" "$stage/usr/bin"

# The program: what package.json ships, and what the service reads in addition.
for part in package.json package-lock.json bin dist bt config worlds templates systemd; do cp -R "$part" "$program/"; done
mkdir -p "$program/examples" && cp -R examples/python examples/ros2 "$program/examples/"
mkdir -p "$program/src/service/dashboard" "$program/firmware-protocol" "$program/models" "$program/docs"
cp -R src/service/dashboard/page "$program/src/service/dashboard/"
mkdir -p "$program/src/report" && cp -R src/report/page "$program/src/report/"
mkdir -p "$program/src/app/world/field" && cp -R src/app/world/field/page "$program/src/app/world/field/"
cp -R firmware-protocol/wasm "$program/firmware-protocol/"
(cd models && tar -cf - --exclude=./training --exclude=./local.json .) | tar -xf - -C "$program/models"
cp docs/*.md "$program/docs/"

# What git does not track may be a key or another secret of this computer.
git ls-files --others -z -- bin bt config docs examples firmware-protocol models src systemd templates worlds >"$stage/untracked"
xargs -0 -r -I{} rm -f "$program/{}" <"$stage/untracked"
rm "$stage/untracked"

# Production packages only, without files for other platforms.
npm_quietly() { npm "$@" --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error; }
if [ "$architecture" = "$native" ]; then
  mkdir "$program/node_modules" && cp -R node_modules/. "$program/node_modules/"
  (cd "$program" && npm_quietly prune --offline)
else
  (cd "$program" && npm_quietly ci --os=linux --cpu="$cpu" --libc=glibc >&2)
fi
rm -f "$program/package-lock.json" "$program/dist/.tsbuildinfo"
cd "$program/node_modules"
rm -rf .cache .bin onnxruntime-node/bin/napi-v*/win32 onnxruntime-node/bin/napi-v*/darwin onnxruntime-node/bin/napi-v*/linux/$other \
  zeromq/build/darwin zeromq/build/win32 zeromq/build/linux/$other \
  @node-llama-cpp/linux-$other @node-llama-cpp/linux-armv7l @node-llama-cpp/linux-x64-vulkan \
  koffi/vendor koffi/doc zeromq/vendor typescript
find . -type d \( -name prebuilds -o -name prebuild \) -prune -exec sh -c '
  for folder in "$1"/*; do case $(basename "$folder") in "linux-$2"*) ;; *) rm -rf "$folder" ;; esac; done' _ {} $cpu \;
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.md' \) ! -iname 'licen*' -delete
find . -type f \( -name '*.node' -o -name '*.so' -o -name '*.so.*' \) -print >"$stage/binaries"
while read -r file; do
  [ "$(od -An -tu2 -j18 -N2 "$file" | tr -d ' ')" = "$elf" ] || { echo "not for $architecture: $file" >&2; exit 1; }
done <"$stage/binaries"
rm "$stage/binaries"
cd "$OLDPWD"
find "$program" -type f -exec chmod a-x,u+rw,go+r {} +
chmod 755 "$program/bin/graft.js"

# System integration.
place() { mkdir -p "$stage/$2" && cp "systemd/$1" "$stage/$2/"; }
place graft.service usr/lib/systemd/system
place graft-safe-stop.service usr/lib/systemd/system
place sysusers.d/graft.conf usr/lib/sysusers.d
place tmpfiles.d/graft.conf usr/lib/tmpfiles.d
place udev/70-graft.rules usr/lib/udev/rules.d
place modules-load.d/graft.conf usr/lib/modules-load.d
place journald.conf.d/graft.conf usr/lib/systemd/journald.conf.d
cp config/graft.yaml config/graft.schema.json "$stage/etc/graft/"
printf '#!/bin/sh\nexec /usr/bin/node /usr/lib/graft/bin/graft.js "$@"\n' >"$stage/usr/bin/graft"
chmod 755 "$stage/usr/bin/graft"
mkdir -p "$stage/usr/share/doc/graft/examples"
cp -R systemd/examples/graft.service.d "$stage/usr/share/doc/graft/examples/"
cp LICENSE "$stage/usr/share/doc/graft/copyright"
gzip -9n <CHANGELOG.md >"$stage/usr/share/doc/graft/changelog.gz"

cp packaging/debian/postinst packaging/debian/prerm packaging/debian/postrm "$stage/DEBIAN/"
chmod 755 "$stage"/DEBIAN/p*
printf '/etc/graft/graft.yaml\n/etc/graft/graft.schema.json\n' >"$stage/DEBIAN/conffiles"
cat >"$stage/DEBIAN/control" <<CONTROL
Package: graft
Version: $version
Architecture: $architecture
Maintainer: graft maintainers <graft@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$stage" | cut -f1)
Depends: nodejs (>= 20.19), systemd (>= 247), libc6 (>= 2.34), libstdc++6 (>= 12)
Recommends: ffmpeg
Section: misc
Priority: optional
Description: behaviour trees on a real robot, made better by words
 The runtime on the onboard computer of a mobile manipulator: it runs behaviour
 trees, watches itself with a local critic, and edits the tree with a local
 language model. A service for systemd with an encrypted field console.
CONTROL
(cd "$stage" && find usr etc -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)

package=$out/graft_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zzstd -z9 --build "$stage" "$package" >&2
echo "$package"
