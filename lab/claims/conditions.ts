import { spawnSync } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { delimiter, join } from 'node:path'
import { accessSync, constants } from 'node:fs'
import type { Need } from './register.js'

/** Why something cannot be measured here, or undefined. */
export function unmeasurable(needs: readonly Need[], cores: number, anyLoad: boolean): string | undefined {
  if (availableParallelism() < cores) return `needs ${cores} cores, here are ${availableParallelism()}`
  for (const need of needs) {
    const why = WHY[need](anyLoad)
    if (why !== undefined) return why
  }
  return undefined
}

const program =
  (...names: readonly string[]) =>
  (): string | undefined =>
    names.some(isOnPath) ? undefined : `needs ${names[0]}, which is not installed`

const WHY: Readonly<Record<Need, (anyLoad: boolean) => string | undefined>> = {
  systemd: program('systemd-nspawn'),
  qemu: program('qemu-system-arm'),
  strace: program('strace'),
  chromium: program('chromium', 'chromium-browser', 'google-chrome'),
  clang: program('clang-14', 'clang'),
  unshare: () =>
    spawnSync('unshare', ['--net', 'true']).status === 0
      ? undefined
      : 'needs unshare --net, which is refused here',
  root: () => (process.getuid?.() === 0 ? undefined : 'needs root'),
  quiet: (anyLoad) => {
    const load = loadavg()[0] ?? 0
    return anyLoad || load <= availableParallelism() / 2
      ? undefined
      : `needs a quiet machine, the load is ` +
          `${load.toFixed(1)} on ${availableParallelism()} cores (--any-load measures all the same)`
  },
}

function isOnPath(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
