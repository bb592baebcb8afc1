import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folders and files that a systemd wants to find in its root; /usr is bound into it. */
export function skeleton(root: string): void {
  // mkdtemp makes it for the owner alone, and the service is another user
  chmodSync(root, 0o755)
  for (const folder of [
    'etc/systemd/system',
    'usr',
    'var/lib',
    'var/log',
    'run',
    'tmp',
    'proc',
    'sys',
    'dev',
    'root',
    'out',
  ])
    mkdirSync(join(root, folder), { recursive: true })
  for (const link of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${link}`, join(root, link))
  copyFileSync('/usr/lib/os-release', join(root, 'etc/os-release'))
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\n')
  // not empty: a first boot would ask questions
  writeFileSync(join(root, 'etc/machine-id'), `${'0123456789abcdef'.repeat(2)}\n`)
  symlinkSync('/usr/lib/systemd/system/multi-user.target', join(root, 'etc/systemd/system/default.target'))
  for (const unit of [
    'systemd-logind.service',
    'console-getty.service',
    'systemd-networkd.service',
    'getty@tty1.service',
  ])
    symlinkSync('/dev/null', join(root, 'etc/systemd/system', unit))
}
