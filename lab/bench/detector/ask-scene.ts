import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { detect, formulaOf, nothingKnown, type Detection } from '#detector/detect.js'
import { gather } from '#detector/evidence.js'
import { PLACES } from '#tabletop/scene/places.js'
import { UNKNOWN, type Value } from '#worlds/value.js'
import { reportedBy, type Confidences } from './confidence.js'
import { drawFormula, type Kind } from './draw-formula.js'
import type { SceneRecord } from './scene-record.js'
import { sceneWorld } from './scene-world.js'

/** One formula of one scene, answered by one reader. */
export interface DetectorRow {
  readonly scene: number
  readonly kind: Kind
  readonly formula: string
  readonly reader: string
  /** what has to be answered; `either`: it is half hidden, so that only a wrong answer counts */
  readonly due: Detection['answer'] | 'either'
  /** nothing where it is about a thing that is not there */
  readonly holds: boolean | undefined
  readonly answer: Detection['answer']
  /** by each of the ways to combine the confidences of readings */
  readonly confidence: Readonly<Record<Combined, number>>
}

/** Who answers: a reader, and under which confidence it says nothing. */
interface Candidate {
  readonly name: string
  readonly reader: string
  readonly least?: number
}

/** What a reader without depth says is wrong so often that it is asked both ways. */
export const CANDIDATES: readonly Candidate[] = [
  { name: 'colour thresholds, all they say', reader: 'colour thresholds', least: 0 },
  { name: 'colour thresholds', reader: 'colour thresholds' },
  { name: 'depth, colour, size', reader: 'depth, colour, size' },
  { name: 'its features alone', reader: 'its features alone' },
  { name: 'trained', reader: 'trained' },
]

/** `belief` is the detector's; the others are what one would try first. */
export const COMBINED = ['belief', 'product', 'weakest'] as const
export type Combined = (typeof COMBINED)[number]

/** Asks so many formulas about a scene of each candidate: all of them the same. */
export function askScene(scene: SceneRecord, confidences: Confidences, formulas: number): DetectorRow[] {
  const { domain, truth, due, seeable } = sceneWorld(scene)
  const rng = stream('detector', scene.index)
  const unknown = nothingKnown(domain)
  const places = PLACES.map(({ name }) => name)
  const evidence = CANDIDATES.map(({ name, reader, least }) => ({
    ...{ name, least },
    seen: gather(domain.sorts, { sensor: [], sight: reportedBy(reader, scene, confidences) }).evidence,
  }))
  return Array.from({ length: formulas }).flatMap(() => {
    const { kind, text } = drawFormula({ rng, scene, places, truth })
    const formula = must(formulaOf(domain, text), text)
    const holds = formula(truth)
    const asked = {
      ...{ scene: scene.index, kind, formula: text },
      due: dueOf(formula(due), formula(seeable)),
      holds: holds === UNKNOWN ? undefined : holds === true,
    }
    return evidence.map(({ name, least, seen }): DetectorRow => {
      const detection = detect(formula, unknown, seen, least)
      return { ...asked, reader: name, answer: detection.answer, confidence: combined(detection) }
    })
  })
}

function dueOf(due: Value, seeable: Value): DetectorRow['due'] {
  if (due !== UNKNOWN) return due === true ? 'yes' : 'no'
  return seeable === UNKNOWN ? 'not to be seen' : 'either'
}

function combined({ confidence, because }: Detection): DetectorRow['confidence'] {
  const all = because.map((reading) => reading.confidence)
  return {
    belief: confidence,
    product: all.reduce((product, each) => product * each, 1),
    weakest: Math.min(1, ...all),
  }
}
