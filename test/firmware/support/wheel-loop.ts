import { wasm } from './bench.js'

interface Exports {
  encoder_speed(count: number): number
  wheel_step(setpoint: number, speed: number): number
  wheel_rest(): void
  wheel_verdict(): number
}
const { WebAssembly: engine } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object
    readonly Instance: new (module: object) => { readonly exports: unknown }
  }
}

const VERDICTS = ['credible', 'dead', 'vanished', 'strays', 'contradicts', 'held'] as const

/** One wheel's loop of `core/fw_wheel.c`, as the core calls it once a millisecond: measure, then step or rest. */
export class WheelLoop {
  readonly #c = new engine.Instance(new engine.Module(wasm)).exports as Exports
  #speed = 0

  /** @param count of the encoder, any whole number: the timer has its lowest 16 bits. @returns rad/s */
  measure(count: number): number {
    this.#speed = this.#c.encoder_speed(count & 0xffff)
    return this.#speed
  }

  /** @param setpoint rad/s. @returns −1…1 */
  duty(setpoint: number): number {
    return this.#c.wheel_step(setpoint, this.#speed)
  }

  rest(): void {
    this.#c.wheel_rest()
  }

  get verdict(): (typeof VERDICTS)[number] {
    return VERDICTS[this.#c.wheel_verdict()] ?? 'credible'
  }
}
