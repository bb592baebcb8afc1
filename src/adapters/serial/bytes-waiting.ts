import { createRequire } from 'node:module'
import type * as Koffi from 'koffi'

/** The kernel's answer: how many received bytes a read would return at once; undefined = the port is gone. */
export type BytesWaiting = (descriptor: number) => number | undefined

/** FIONREAD of the kernels that Node.js runs on (asm-generic/ioctls.h) */
const FIONREAD = 0x541b

/**
 * A read of a terminal that has nothing to give first waits for the kernel's worker that hands over received bytes
 * (`tty_buffer_flush_work`), even where the descriptor is non-blocking. That worker has the normal rank: beside busy
 * programs the reflex loop, and a STOP with it, waited up to 200 ms there. So the loop asks first, and reads only what
 * is there.
 *
 * @returns a count that is never 0 where libc cannot be asked: every read is tried then
 */
export function bytesWaitingAsker(): BytesWaiting {
  if (process.platform !== 'linux') return () => Infinity
  try {
    const koffi = createRequire(import.meta.url)('koffi') as typeof Koffi
    const ioctl = koffi.load('libc.so.6').func('int ioctl(int, unsigned long, void *)') as Koffi.KoffiFunc<
      (descriptor: number, request: number, room: Uint8Array) => number
    >
    const room = Buffer.alloc(4)
    return (descriptor) => (ioctl(descriptor, FIONREAD, room) === 0 ? room.readInt32LE() : undefined)
  } catch {
    return () => Infinity
  }
}
