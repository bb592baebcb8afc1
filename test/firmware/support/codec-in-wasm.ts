import { wasm } from './bench.js'

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer }
  in_ptr(): number
  out_ptr(): number
  crc32c(length: number): number
  cobs_encode(length: number): number
  cobs_decode(length: number): number
  frame_pack(type: number, flags: number, seq: number, length: number): number
  reencode(id: number, length: number): number
  kinematics(): void
}
interface Engine {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}
const { WebAssembly: engine } = globalThis as unknown as { readonly WebAssembly: Engine }

/** The codec of the C core, called directly. */
export function codecInWasm() {
  const fw = new engine.Instance(new engine.Module(wasm)).exports as Exports
  const memory = new Uint8Array(fw.memory.buffer)
  const [input, output] = [fw.in_ptr(), fw.out_ptr()]
  const give = (bytes: Uint8Array): number => {
    memory.set(bytes, input)
    return bytes.length
  }
  const take = (length: number): Uint8Array => memory.slice(output, output + length)

  return {
    crc32c: (bytes: Uint8Array): number => fw.crc32c(give(bytes)) >>> 0,
    cobsEncode: (bytes: Uint8Array): Uint8Array => take(fw.cobs_encode(give(bytes))),
    cobsDecode(bytes: Uint8Array): Uint8Array | undefined {
      const length = fw.cobs_decode(give(bytes))
      return length < 0 ? undefined : take(length)
    },
    packFrame: (type: number, flags: number, seq: number, payload: Uint8Array): Uint8Array =>
      take(fw.frame_pack(type, flags, seq, give(payload))),
    /** payload through the generated C structs and back; −1 unknown id, −2 wrong length, −3 out of range */
    reencode(id: number, payload: Uint8Array): Uint8Array | number {
      const length = fw.reencode(id, give(payload))
      return length < 0 ? length : take(length)
    },
    /** wheels of a twist, and the twist of those wheels */
    kinematics(twist: readonly [number, number, number]): {
      readonly wheels: number[]
      readonly twist: number[]
    } {
      give(new Uint8Array(Float32Array.from(twist).buffer))
      fw.kinematics()
      const [a, b, c, vx, vy, wz] = new Float32Array(take(24).buffer) as unknown as number[] & { length: 6 }
      return { wheels: [a, b, c] as number[], twist: [vx, vy, wz] as number[] }
    },
  }
}
