import { must } from '#base/result.js'
import type { Rng } from '#base/random.js'
import { checkField, type FieldDraft } from '#config/field/field-checks.js'
import { parseFieldText } from '#config/field/field-file.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'

type ZoneDraft = FieldDraft['zones'][number]

/** Places tried for one thing before a new field is begun. */
const TRIES = 60

/**
 * A field as somebody might write it: any size, two to eight zones of any kind anywhere, home and shelf where there is
 * room. Made to satisfy the schema and the checks of a field file, and read as one.
 */
export function randomField(rng: Rng, id: string): FieldSetup {
  for (;;) {
    const entry = tryField(rng, id)
    if (entry === undefined) continue
    const [setup] = must(parseFieldText(JSON.stringify(entry), `${id}.yaml`), 'a field that its checks allow')
    if (setup !== undefined) return setup
  }
}

function tryField(rng: Rng, id: string): object | undefined {
  const size = { x: millimetres(1 + 2.5 * rng.next()), y: millimetres(1 + 1.5 * rng.next()) }
  const anywhere = () => ({ x: millimetres(size.x * rng.next()), y: millimetres(size.y * rng.next()) })
  const bare: FieldDraft = { size, zones: [], home: undefined, shelf: undefined, start: undefined }

  const home = find(
    () => ({ at: anywhere(), radius: rng.pick([0.02, 0.12, 0.2]) }),
    (each) => checkField({ ...bare, home: each }),
  )
  if (home === undefined) return undefined
  const shelf = find(
    () => randomShelf(rng, anywhere()),
    (each) => checkField({ ...bare, home, shelf: each }),
  )
  if (shelf === undefined) return undefined

  const zones: NonNullable<ZoneDraft>[] = []
  const ids = [1, 2, 3, 4, 5, 6, 7, 8]
  for (const kind of [
    'load',
    'unload',
    ...Array.from({ length: rng.int(7) }, () => rng.pick(KINDS)),
  ] as const) {
    const [zoneId = 0] = ids.splice(rng.int(ids.length), 1)
    const zone = find(
      () => randomZone(rng, zoneId, kind, anywhere()),
      (each) => checkField({ ...bare, home, shelf, zones: [...zones, each] }).filter(isAboutOneZone),
    )
    if (zone !== undefined) zones.push(zone)
  }
  const entry = { id, size, zones, home, shelf }
  return checkField({ ...entry, start: undefined }).length === 0 ? entry : undefined
}

const KINDS = ['load', 'unload'] as const
/** while zones are being added, one of a kind may still be missing */
const isAboutOneZone = ({ code }: { readonly code: string }): boolean => code !== 'field.zone-kind-missing'

function find<T>(make: () => T, problems: (made: T) => readonly unknown[]): T | undefined {
  for (let i = 0; i < TRIES; i++) {
    const made = make()
    if (problems(made).length === 0) return made
  }
  return undefined
}

function randomShelf(rng: Rng, at: Spot): NonNullable<FieldDraft['shelf']> {
  const way = rng.pick([-1, 1]) * (0.1 + 0.6 * rng.next())
  const size = { x: millimetres(0.1 + 0.3 * rng.next()), y: millimetres(0.05 + 0.15 * rng.next()) }
  return { at, target: { x: millimetres(at.x + way), y: at.y }, size }
}

function randomZone(rng: Rng, id: number, kind: 'load' | 'unload', at: Spot): NonNullable<ZoneDraft> {
  const size = { x: millimetres(0.25 + 0.1 * rng.next()), y: millimetres(0.15 + 0.15 * rng.next()) }
  const face = () => rng.pick(['blue', 'orange'] as const)
  return kind === 'load'
    ? { id, kind, at, size, faces: [face(), face(), face(), face()] }
    : { id, kind, at, size, needsShelf: rng.chance(0.3) }
}

interface Spot {
  readonly x: number
  readonly y: number
}

const millimetres = (metres: number): number => Math.round(metres * 1000) / 1000
