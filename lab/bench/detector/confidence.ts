import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { confidenceOf, fitCalibration, type Calibration, type Example } from '#detector/calibrate.js'
import type { Reported } from '#detector/evidence.js'
import type { Said, SceneRecord } from './scene-record.js'
import { nameIn } from './scene-world.js'

type Statement = 'place' | 'on' | 'pose'

/** How often each reader is right with each kind of statement, and what is read off handles. */
export interface Confidences {
  readonly handles: Calibration
  readonly readers: Readonly<Record<string, Readonly<Record<Statement, Calibration>>>>
}

/** What a reader says of a scene, as readings with confidences; handles are read the same for all readers. */
export function reportedBy(reader: string, scene: SceneRecord, confidences: Confidences): Reported[] {
  const own = confidences.readers[reader]
  const handles = scene.closures.flatMap(({ name, said, margin }) =>
    said === undefined
      ? []
      : [{ fact: `open(${name})`, value: said, confidence: confidenceOf(confidences.handles, [margin]) }],
  )
  const things = (scene.readers[reader] ?? []).flatMap((said) =>
    statementsOf(said, scene).map(({ statement, fact, value }) => ({
      fact,
      value,
      confidence: own === undefined ? 0 : confidenceOf(own[statement], numbersOf(said)),
    })),
  )
  return [...handles, ...things]
}

/** Fits all of it on scenes whose truth is known. */
export function fitConfidences(scenes: readonly SceneRecord[], readers: readonly string[]): Confidences {
  const handles = scenes.flatMap(({ closures }) =>
    closures.flatMap(({ said, open, margin }): Example[] =>
      said === undefined ? [] : [{ numbers: [margin], isRight: said === open }],
    ),
  )
  const examples = (reader: string, wanted: Statement): Example[] =>
    scenes.flatMap((scene) =>
      (scene.readers[reader] ?? []).flatMap((said) =>
        statementsOf(said, scene).flatMap(({ statement, isRight }) =>
          statement === wanted && isRight !== undefined ? [{ numbers: numbersOf(said), isRight }] : [],
        ),
      ),
    )
  const fit = (all: readonly Example[]): Calibration =>
    rounded(fitCalibration(all, all[0]?.numbers.length ?? 0))
  const ofReader = (reader: string): Record<Statement, Calibration> => ({
    place: fit(examples(reader, 'place')),
    on: fit(examples(reader, 'on')),
    pose: fit(examples(reader, 'pose')),
  })
  return {
    handles: fit(handles),
    readers: Object.fromEntries(readers.map((reader) => [reader, ofReader(reader)])),
  }
}

const calibration = z.object({ weights: z.array(z.number()).min(1) })
const shape = z.object({
  handles: calibration,
  readers: z.record(z.string(), z.object({ place: calibration, on: calibration, pose: calibration })),
})

export function readConfidences(path: string): Result<Confidences, readonly Diagnostic[]> {
  const bad = (message: string): Result<never, readonly Diagnostic[]> =>
    err([
      {
        code: 'bench.confidences',
        severity: 'error',
        message: `${path} cannot be read: ${message}`,
        expected: 'the confidences of readers, as --fit writes them',
        hint: 'run it in a checkout of graft, or make the file with --fit',
      },
    ])
  try {
    const read = shape.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return read.success ? ok(read.data) : bad(read.error.issues[0]?.message ?? 'it has another form')
  } catch (error) {
    return bad(error instanceof Error ? error.message : String(error))
  }
}

interface Stated {
  readonly statement: Statement
  readonly fact: string
  readonly value: string | boolean
  /** nothing where there is no truth: what looks the same however it lies */
  readonly isRight: boolean | undefined
}

function statementsOf({ name, location, lies }: Said, { things }: SceneRecord): Stated[] {
  const thing = things.find((each) => each.name === name)
  const stated: Stated[] = []
  if (location !== undefined) {
    const statement = things.some((each) => each.name === location) ? 'on' : 'place'
    const isRight = thing?.location === location
    stated.push({ statement, fact: `location(${nameIn(name)})`, value: nameIn(location), isRight })
  }
  if (lies !== undefined) {
    const isRight =
      thing?.there === true && !thing.tips ? undefined : thing?.there === true && thing.lies === lies
    stated.push({ statement: 'pose', fact: `lies(${nameIn(name)})`, value: lies, isRight })
  }
  return stated
}

/** What tells how sure a statement is. How far the border of a place is does not: things stand well inside. */
const numbersOf = ({ odds }: Said): readonly number[] => (odds === undefined ? [] : [odds / ODDS])

/** Odds are some such, as a logarithm. */
const ODDS = 4

const rounded = ({ weights }: Calibration): Calibration => ({
  weights: weights.map((weight) => Number(weight.toFixed(4))),
})
