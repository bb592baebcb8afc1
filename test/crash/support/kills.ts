import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { readAcks } from './acks.js'
import { descriptorOf, stringsOf, type Call } from './calls.js'
import { FIRMWARE } from './bundle.js'
import { judged } from './judge.js'
import { killedAt, traced, type KillPoint } from './strace.js'
import type { Subject } from './subject.js'

export interface KillPlan {
  /** every file and folder of the state that a call named or held open */
  readonly paths: readonly string[]
  readonly points: readonly KillPoint[]
}

export interface Killed extends KillPoint {
  /** the process had ended by itself before it came to this call */
  readonly missed: boolean
  /** promises that it had made */
  readonly acks: number
  readonly broken: readonly string[]
}

/** Runs the whole mission once under strace and lists each call that changes the state folder. */
export async function planKills(
  program: string,
  subject: Pick<Subject, 'name'>,
  folder: string,
): Promise<KillPlan> {
  fresh(folder)
  const { calls } = await traced([program, subject.name, folder, FIRMWARE])
  const paths = new Set([folder])
  const counts = new Map<string, number>()
  const points: KillPoint[] = []
  for (const call of calls) {
    const touched = pathsOf(call).filter((path) => path === folder || path.startsWith(`${folder}/`))
    if (touched.length === 0 || call.name === 'lseek') continue
    for (const path of touched) paths.add(path)
    // strace counts each thread and each kind of call for itself
    const key = `${call.thread} ${call.name}`
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    const changes = call.name !== 'openat' || call.args.includes('O_CREAT')
    if (changes && !points.some((point) => point.call === call.name && point.nth === nth))
      points.push({ call: call.name, nth })
  }
  return { paths: [...paths], points }
}

/** Kills the mission there, looks at what it left behind as the next start does, and lets the run go on to its end. */
export async function killAndJudge(
  program: string,
  subject: Subject,
  folder: string,
  { paths }: KillPlan,
  point: KillPoint,
  wasm: Uint8Array,
): Promise<Killed> {
  fresh(folder)
  const run = await killedAt(point, paths, [program, subject.name, folder, FIRMWARE])
  const acks = readAcks(run.said)
  return {
    ...point,
    missed: run.code === 0,
    acks: acks.length,
    broken: await judged(subject, folder, acks, wasm),
  }
}

function pathsOf(call: Call): string[] {
  const held = descriptorOf(call.args)
  if (held !== undefined) return [held.path]
  // contents are not paths: only calls that name files come here
  return stringsOf(call.args).map((bytes) => resolve(bytes.toString()))
}

function fresh(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}
