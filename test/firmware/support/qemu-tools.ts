import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const script = (path: string): string =>
  fileURLToPath(new URL(`../../../firmware-protocol/${path}`, import.meta.url))

/** A scratch folder with the images of `firmware-protocol/stm32/build.sh`. */
export class Images {
  #folder: string | undefined
  /** what the linker says: one line a target, text data bss … */
  sizes = ''

  /** made when it is first asked for: a group whose tests are skipped makes none */
  get folder(): string {
    return (this.#folder ??= mkdtempSync(join(tmpdir(), 'firmware-')))
  }

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
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }
}
