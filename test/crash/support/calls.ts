/** One system call of a traced process. */
export interface Call {
  readonly thread: number
  readonly name: string
  /** everything between the parentheses, as strace prints it with `-y -xx` */
  readonly args: string
  readonly ok: boolean
  readonly returned: string
  /** moments of the trace, growing: a call of one thread may begin before that of another has ended */
  readonly began: number
  readonly ended: number
}

/** Reads what `strace -f -y -xx` has written. A call that never ended is left out: its process was killed in it. */
export function readCalls(text: string): Call[] {
  const calls: Call[] = []
  const open = new Map<number, { readonly name: string; readonly head: string; readonly began: number }>()
  for (const [moment, line] of text.split('\n').entries()) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const unfinished = /^(\w+)\((.*) <unfinished \.\.\.>$/.exec(rest)
    if (unfinished !== null) {
      const [, name = '', head = ''] = unfinished
      open.set(Number(thread), { name, head, began: moment })
      continue
    }
    const whole = RESUMED.exec(rest) ?? WHOLE.exec(rest)
    if (whole === null) continue
    const [, name = '', args = '', returned = ''] = whole
    const before = rest.startsWith('<...') ? open.get(Number(thread)) : undefined
    if (returned.startsWith('?')) continue
    calls.push({
      thread: Number(thread),
      name,
      args: (before?.head ?? '') + args,
      ok: !returned.startsWith('-'),
      returned,
      began: before?.began ?? moment,
      ended: moment,
    })
  }
  return calls
}

const WHOLE = /^(\w+)\((.*)\) += (.*)$/
const RESUMED = /^<\.\.\. (\w+) resumed>(.*)\) += (.*)$/

/** Every quoted string among the arguments, as bytes. */
export const stringsOf = (args: string): Buffer[] =>
  [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => bytesOf(hex))

/** The path behind the first descriptor of the arguments: `18<\x2f…>`. */
export function descriptorOf(args: string): { readonly fd: number; readonly path: string } | undefined {
  const [, fd, path] = /^(\d+)<((?:\\x[0-9a-f]{2})*)>/.exec(args) ?? []
  return path === undefined ? undefined : { fd: Number(fd), path: bytesOf(path).toString() }
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
