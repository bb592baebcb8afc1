import koffi, { type KoffiFunc } from 'koffi'

const AF_UNIX = 1
const SOCK_DGRAM = 2
const MSG_DONTWAIT = 0x40

const libc = koffi.load('libc.so.6')
const open = libc.func('int socket(int, int, int)') as KoffiFunc<
  (domain: number, type: number, protocol: number) => number
>
const bind = libc.func('int bind(int, const void *, uint32_t)') as KoffiFunc<
  (socket: number, address: Uint8Array, length: number) => number
>
const receive = libc.func('long recv(int, void *, size_t, int)') as KoffiFunc<
  (socket: number, room: Uint8Array, length: number, flags: number) => number
>
const close = libc.func('int close(int)') as KoffiFunc<(socket: number) => number>

/** Stands in for systemd's end of NOTIFY_SOCKET. */
export class DatagramListener {
  readonly #socket = open(AF_UNIX, SOCK_DGRAM, 0)

  /** @param path `@…` is a name in the abstract namespace */
  constructor(path: string) {
    const name = Buffer.from(path.startsWith('@') ? `\0${path.slice(1)}` : `${path}\0`)
    const address = Buffer.concat([Buffer.from([AF_UNIX, 0]), name])
    if (bind(this.#socket, address, address.length) !== 0) throw new Error(`cannot bind ${path}`)
  }

  /** All datagrams that have arrived since the last call. */
  take(): readonly string[] {
    const room = Buffer.alloc(4096)
    const all: string[] = []
    for (;;) {
      const size = Number(receive(this.#socket, room, room.length, MSG_DONTWAIT))
      if (size < 0) return all
      all.push(room.toString('utf8', 0, size))
    }
  }

  close(): void {
    close(this.#socket)
  }
}
