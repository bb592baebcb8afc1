import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readLibrary } from '#app/policy.js'
import { LIDAR_FAULTS, type LidarFault } from '#simulation/field/world/sensors/lidar-faults.js'
import { markdownTable } from '../answer.js'
import { chosenFields, type FieldOptions } from '../fields/field-options.js'
import type { Progress } from '../progress.js'
import { drivePast, type Company, type Met } from './drive-past.js'

export interface EncountersBench extends FieldOptions {
  readonly encounters: number
  readonly seedFrom: number
  /** only drives in its company; undefined: all */
  readonly company?: Company
  /** whether the same drives are also done by a robot that does not look */
  readonly control: boolean
  /** whether the scanner also fails in each of the ways that it can */
  readonly scannerFaults: boolean
  readonly progress: (all: number) => Progress
  readonly signal: AbortSignal
}

export interface EncounterRow {
  readonly row: string
  readonly drives: number
  /** drives with a contact at which the robot moved */
  readonly hits: number
  readonly touches: number
  readonly fastest: number
  readonly holds: number
  readonly arrived: number
}

/** The robot drives across the field and back; somebody is in its way, and it looks where it goes or does not. */
export async function runEncountersBench(
  bench: EncountersBench,
): Promise<
  Result<
    { readonly page: string; readonly json: { readonly rows: readonly EncounterRow[] } },
    readonly Diagnostic[]
  >
> {
  const fields = await chosenFields(bench)
  if (!fields.ok) return err(fields.error)
  const library = readLibrary()
  const all = bench.scannerFaults ? [...KINDS, ...LIDAR_FAULTS.map(failing)] : KINDS
  const kinds = all.filter(
    ({ company, looks }) => company === (bench.company ?? company) && (looks || bench.control),
  )
  const progress = bench.progress(bench.encounters)
  const met = new Map<string, Met[]>(
    kinds.flatMap((kind) => rowsOf(kind).map((row): [string, Met[]] => [row, []])),
  )
  for (let i = 0; i < bench.encounters && !bench.signal.aborted; i++) {
    const setup = fields.value[i % fields.value.length]
    if (setup === undefined) break
    const seed = bench.seedFrom + Math.floor(i / fields.value.length)
    for (const { row, ...kind } of kinds) {
      const drive = await drivePast({ setup, library, seed, ...kind })
      met.get(rowOf(row, drive))?.push(drive)
    }
    progress.step(`${setup.map.id}, seed ${seed}`)
  }
  progress.done()
  const rows = [...met].map(([row, drives]) => figuresOf(row, drives))
  return ok({ page: pageOf(bench, rows), json: { rows } })
}

interface Kind {
  readonly row: string
  readonly company: Company
  readonly looks: boolean
  readonly fault?: LidarFault
}

/** Who comes over a board nearer than this may be seen too late, metres. */
const NEAR = 1

const nearer = (row: string): string => `${row}; came over a board nearer than ${NEAR} m`
const rowsOf = ({ row, company }: Kind): string[] =>
  company === 'crosses' || company === 'stops' ? [row, nearer(row)] : [row]
const rowOf = (row: string, { cameInAt }: Met): string => (cameInAt < NEAR ? nearer(row) : row)

const KINDS: readonly Kind[] = [
  { row: 'nobody', company: 'nobody', looks: true },
  { row: 'a person who crosses', company: 'crosses', looks: true },
  { row: 'a person who crosses; not looked for', company: 'crosses', looks: false },
  { row: 'a person who stops on the way', company: 'stops', looks: true },
  { row: 'a person who stops on the way; not looked for', company: 'stops', looks: false },
  { row: 'a thing in the way', company: 'thing', looks: true },
]

const failing = (fault: LidarFault): Kind => ({
  row: `a person who crosses; scanner ${fault}`,
  company: 'crosses',
  looks: true,
  fault,
})

const figuresOf = (row: string, drives: readonly Met[]): EncounterRow => ({
  row,
  drives: drives.length,
  hits: drives.filter(({ hits }) => hits > 0).length,
  touches: drives.filter(({ touches }) => touches > 0).length,
  fastest: Math.max(0, ...drives.map(({ fastest }) => fastest)),
  holds: drives.reduce((sum, { holds }) => sum + holds, 0),
  arrived: drives.filter(({ arrived }) => arrived).length,
})

function pageOf({ seedFrom }: EncountersBench, rows: readonly EncounterRow[]): string {
  const what =
    'Two drives across the field, each tried up to three times, on the floor on which wheels slip, seeds from ' +
    `${seedFrom}. Hit: they touch while ` +
    'the nearest point of the robot moves at more than 0.05 m/s; touched: also where somebody walks into a robot ' +
    'that stands. Held: how often its speed was limited.'
  const head = [
    'on the field',
    'drives',
    'hit',
    'touched',
    'fastest at a touch',
    'held',
    'arrived at both places',
  ]
  const table = rows.map(({ row, drives, hits, touches, fastest, holds, arrived }) => [
    row,
    ...[drives, hits, touches].map(String),
    `${fastest.toFixed(2)} m/s`,
    ...[holds, arrived].map(String),
  ])
  return `${what}\n\n${markdownTable(head, table)}`
}
