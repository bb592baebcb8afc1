import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0
const script = (path: string): string =>
  fileURLToPath(new URL(`../../../firmware-protocol/${path}`, import.meta.url))

/** Debian: clang-14 lld-14 llvm-14 qemu-system-arm */
export const missingForQemu = [
  'clang-14',
  'ld.lld-14',
  'llvm-objcopy-14',
  'qemu-system-arm',
  'setpriv',
].filter((program) => !has(program))
/** Debian: clang-14 lld-14 */
export const missingForWasm = ['clang-14', 'wasm-ld-14'].filter((program) => !has(program))
export const missingForHost = has('cc') ? [] : ['cc']

/** Says aloud that a part of the evidence is not there; the suite knows no silent skips. */
export function saySkipped(what: string, missing: readonly string[]): void {
  const line = `SKIPPED: ${missing.join(', ')} not installed: ${what}`
  it(line, () => {
    process.stderr.write(`\n${line}\n`)
    expect(missing).not.toHaveLength(0)
  })
}

/** A scratch folder with the images of `firmware-protocol/stm32/build.sh`. */
export class Images {
  readonly folder = mkdtempSync(join(tmpdir(), 'firmware-'))
  /** what the linker says: one line a target, text data bss … */
  sizes = ''

  buildStm32(...targets: readonly ('stm32f4' | 'qemu' | 'replay')[]): this {
    this.sizes = execFileSync(script('stm32/build.sh'), [this.folder, ...targets], { encoding: 'utf8' })
    return this
  }

  buildHost(target: 'pty' | 'replay'): this {
    execFileSync(script('host/build.sh'), [join(this.folder, target), target])
    return this
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
