import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Exports {
  readonly __heap_base: { readonly value: number }
  readonly memory: { readonly buffer: ArrayBuffer }
  wheel_loop_measure(wheel: number, count: number): number
  wheel_loop_duty(wheel: number, setpoint: number): number
  wheel_loop_rest(wheel: number): void
  wheel_loop_runaway(wheel: number): number
}
const { WebAssembly: engine } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object
    readonly Instance: new (module: object) => { readonly exports: unknown }
  }
}

/** Compiles `stm32/wheel_loop.c` alone, so that a test can close the loop around it. @returns one loop a call */
export function buildWheelLoop(): () => WheelLoop {
  const folder = mkdtempSync(join(tmpdir(), 'graft-wheel-'))
  try {
    const source = fileURLToPath(new URL('../../../firmware-protocol/stm32/wheel_loop.c', import.meta.url))
    const module = join(folder, 'wheel.wasm')
    const flags = ['--target=wasm32-unknown-unknown', '-std=gnu99', '-O2', '-Wall', '-Wextra', '-Werror']
    const bare = ['-ffreestanding', '-nostdlib', '-ffp-contract=off', '-Wl,--no-entry', '-Wl,--export-all']
    execFileSync('clang-14', [...flags, ...bare, '-o', module, source])
    const compiled = new engine.Module(readFileSync(module))
    return () => new WheelLoop(new engine.Instance(compiled).exports as Exports)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** One wheel's loop as board_stm32f4.c calls it, once a millisecond: measure, then duty or rest. */
export class WheelLoop {
  readonly #c: Exports
  readonly #at: number

  constructor(c: Exports) {
    this.#c = c
    this.#at = c.__heap_base.value
  }

  /** @param count of the encoder, any whole number: the timer has its lowest 16 bits. @returns rad/s */
  measure(count: number): number {
    return this.#c.wheel_loop_measure(this.#at, count & 0xffff)
  }

  /** @param setpoint rad/s. @returns −1…1 */
  duty(setpoint: number): number {
    return this.#c.wheel_loop_duty(this.#at, setpoint)
  }

  rest(): void {
    this.#c.wheel_loop_rest(this.#at)
  }

  get runaway(): boolean {
    return this.#c.wheel_loop_runaway(this.#at) !== 0
  }
}
