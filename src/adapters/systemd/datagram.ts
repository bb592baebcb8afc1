import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import type * as Koffi from 'koffi'

/** Sends one datagram. Never throws and never blocks: if the receiver's buffer is full, the datagram is lost. */
export type SendDatagram = (text: string) => void

/**
 * Opens a Unix datagram socket through libc, because Node.js has none. If the FFI library cannot be loaded, falls back
 * to systemd-notify and reports that once through `report`.
 * @param path path of the receiver; `@…` is a name in the abstract namespace
 */
export function openDatagrams(path: string, report: (text: string) => void): SendDatagram {
  try {
    return byLibc(path, report)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    report(
      `systemd is notified through systemd-notify, which is slow and needs NotifyAccess=all in the unit: ${why}`,
    )
    return bySystemdNotify(report)
  }
}

// constants on Linux, the same on every architecture that Node.js supports
const AF_UNIX = 1
const SOCK_DGRAM = 2
const SOCK_CLOEXEC = 0o2000000
const MSG_DONTWAIT = 0x40
const MSG_NOSIGNAL = 0x4000

type Socket = (domain: number, type: number, protocol: number) => number
/** socket, bytes, their length, flags, address, its length */
type SendTo = (...args: [number, Uint8Array, number, number, Uint8Array, number]) => number | bigint

function byLibc(path: string, report: (text: string) => void): SendDatagram {
  const to = addressOf(path)
  // loaded lazily: only a service needs it
  const koffi = createRequire(import.meta.url)('koffi') as typeof Koffi
  const libc = koffi.load('libc.so.6')
  const open = libc.func('int socket(int, int, int)') as Koffi.KoffiFunc<Socket>
  const sendTo = libc.func(
    'long sendto(int, const void *, size_t, int, const void *, uint32_t)',
  ) as Koffi.KoffiFunc<SendTo>
  const socket = open(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)
  if (socket < 0) throw new Error('the system provides no datagram socket')
  let reported = false
  return (text) => {
    const bytes = Buffer.from(text)
    const sent = Number(sendTo(socket, bytes, bytes.length, MSG_DONTWAIT | MSG_NOSIGNAL, to, to.length))
    if (sent === bytes.length || reported) return
    reported = true
    report(
      `systemd rejected ${JSON.stringify(text.split('\n')[0])} at ${path}; further failures are not logged`,
    )
  }
}

/** struct sockaddr_un: two bytes of family, then the path; an abstract name begins with a zero byte. */
function addressOf(path: string): Uint8Array {
  const name = Buffer.from(path.startsWith('@') ? `\0${path.slice(1)}` : `${path}\0`)
  if (name.length > 108) throw new Error(`the socket's path is longer than 108 bytes: ${path}`)
  const family = Buffer.alloc(2)
  // in host byte order; all platforms of Node.js are little-endian
  family.writeUInt16LE(AF_UNIX)
  return Buffer.concat([family, name])
}

function bySystemdNotify(report: (text: string) => void): SendDatagram {
  let failed = false
  return (text) => {
    if (failed) return
    const fail = (why: string): void => {
      if (!failed) report(`systemd-notify does not work either, systemd gets no notifications: ${why}`)
      failed = true
    }
    const child = spawn('systemd-notify', text.split('\n'), { stdio: 'ignore' })
    child.on('error', (error) => fail(error.message))
    child.unref()
  }
}
