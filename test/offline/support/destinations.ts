/** Whom a traced process wanted to reach, by family. */
export interface Destinations {
  /** AF_UNIX, AF_NETLINK and whatever else stays on this computer → how often */
  readonly local: ReadonlyMap<string, number>
  readonly loopback: number
  /** calls to addresses anywhere else, as strace prints them */
  readonly outside: readonly string[]
}

/** Reads `strace -f -e trace=connect,sendto`. */
export function destinations(trace: string): Destinations {
  const local = new Map<string, number>()
  const outside: string[] = []
  let loopback = 0
  for (const line of trace.split('\n')) {
    const family = /sa_family=(AF_\w+)/.exec(line)?.[1]
    if (family === undefined) continue
    if (family !== 'AF_INET' && family !== 'AF_INET6') local.set(family, (local.get(family) ?? 0) + 1)
    else if (LOOPBACK.test(line)) loopback++
    else outside.push(line)
  }
  return { local, loopback, outside }
}

const LOOPBACK = /inet_addr\("127\.[\d.]+"\)|inet_pton\(AF_INET6, "(::1|::ffff:127\.[\d.]+)"/
