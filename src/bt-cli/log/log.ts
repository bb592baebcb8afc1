import { STATUSES, transitionLine } from '#bt-tools/monitor/status-code.js'
import { readOutline, type OutlineRow } from '#bt-tools/monitor/view/outline.js'
import { readBtLog, type BtLog } from '#bt-tools/log/btlog-reader.js'
import type { Transition } from '#bt-tools/monitor/transitions.js'
import type { Status } from '#bt/status.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { paintFor, printable } from '#terminal/paint.js'
import { plural } from '#app/command-line/words.js'
import type { Io } from '#terminal/io.js'
import { readBytes } from '../input/read-text.js'
import { refuse } from '../output/refuse.js'
import { Sources } from '../input/sources.js'

/** `graft bt log`: prints a `.btlog` file of graft or of BehaviorTree.CPP, one status change per line. */
export function log(file: string, { json }: { readonly json: boolean }, io: Io): ExitCode {
  const bytes = readBytes(file, 'a .btlog')
  if (!bytes.ok) return refuse([bytes.error], new Sources(), io)
  const { log: read, problems } = readBtLog(bytes.value, file)
  if (problems.length > 0) refuse(problems, new Sources(), io)
  if (read === undefined) return EXIT.usage
  const rows = readOutline(read.xml)
  const nodes = new Map((rows.ok ? rows.value : []).map((row) => [row.uid, row]))
  if (!rows.ok) io.err.write(`${file}: the tree in it cannot be read: ${rows.error}\n`)
  if (json) writeJson(read, nodes, io)
  else writeLines(file, read, nodes, io)
  return EXIT.ok
}

type Nodes = ReadonlyMap<number, OutlineRow>

function writeJson({ startUsec, transitions }: BtLog, nodes: Nodes, io: Io): void {
  const say = (line: object): unknown => io.out.write(`${JSON.stringify(line)}\n`)
  say({ type: 'start', start: timeOf(startUsec), nodes: [...nodes.values()] })
  for (const { at, from, to } of changes(transitions)) {
    say({ type: 'transition', usec: at.usec, uid: at.uid, node: nameOf(at.uid, nodes), from, to })
  }
  say({ type: 'end', transitions: transitions.length })
}

function writeLines(file: string, { startUsec, transitions }: BtLog, nodes: Nodes, io: Io): void {
  const paint = paintFor(io.out, io.env)
  const begun = timeOf(startUsec)
  const count = plural(transitions.length, 'status change')
  io.out.write(
    `${printable(file)}: ${plural(nodes.size, 'node')}, ${count}${begun === undefined ? '' : `, from ${begun}`}\n`,
  )
  for (const { at, from, to } of changes(transitions)) {
    const name = printable(nameOf(at.uid, nodes))
    const line = transitionLine({ seconds: at.usec / 1e6, name, from, to }, (status, text) =>
      status === 'SUCCESS' ? paint.good(text) : status === 'FAILURE' ? paint.bad(text) : text,
    )
    io.out.write(`${line}\n`)
  }
}

/** The file stores only the new status; the old one comes from the node's previous record. */
function changes(transitions: readonly Transition[]): { at: Transition; from: Status; to: Status }[] {
  const last = new Map<number, Status>()
  return transitions.map((at) => {
    const to = STATUSES[at.status] ?? 'IDLE'
    const from = last.get(at.uid) ?? 'IDLE'
    last.set(at.uid, to)
    return { at, from, to }
  })
}

function nameOf(uid: number, nodes: Nodes): string {
  const row = nodes.get(uid)
  if (row === undefined) return `node ${uid}`
  const inside = row.instance === '' || row.name.startsWith(`${row.instance}`) ? '' : `${row.instance}/`
  return `${inside}${row.name}`
}

/** a timestamp read from a file can be any number */
function timeOf(usec: number | undefined): string | undefined {
  const date = new Date((usec ?? NaN) / 1000)
  // 0 is the origin of virtual time
  return Number.isNaN(date.getTime()) || usec === 0 ? undefined : date.toISOString()
}
