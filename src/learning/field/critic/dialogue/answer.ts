import { slotsMask, SLOTS, type Mask, type ZoneId } from '#base/field-map.js'
import { err, ok, type Result } from '#base/result.js'
import { FACT_WORDS, zoneIds, type RobotPlace } from './claims.js'
import { IMPACTS, type Impact } from '#learning/critic/report.js'

/**
 * The critic's answer, line by line: what it sees, then what it finds wrong. A finding follows the observation it is
 * based on, so that the text can be checked against the picture.
 *
 *     z2 blue orange blue empty orientation s0.30 placement s0.30 ;
 *     track at-target ;  robot z2 ;  stray n1 placement s0.60 ;  time ;  overall s0.60 end
 */
export interface Answer {
  readonly zones: ReadonlyMap<ZoneId, ZoneLine>
  readonly track: { readonly seen: TrackSeen; readonly findings: readonly Finding[] }
  readonly robot: { readonly seen: RobotPlace; readonly findings: readonly Finding[] }
  /** number of blocks outside any zone; 4 = four or more */
  readonly stray: { readonly count: number; readonly findings: readonly Finding[] }
  readonly time: { readonly findings: readonly Finding[] }
  readonly overall: number
}

export interface ZoneLine {
  readonly faces: readonly [FaceSeen, FaceSeen, FaceSeen, FaceSeen]
  readonly findings: readonly Finding[]
}

export type FaceSeen = 'blue' | 'orange' | 'empty' | 'hidden'
export type TrackSeen = 'at-start' | 'between' | 'at-target' | 'hidden'

export interface Finding {
  readonly impact: Impact
  readonly severity: number
  /** position of the impact's word in the answer, for its probability; −1 when it is not from the model */
  readonly word: number
  /** affected slots, where the faces do not determine them */
  readonly mask?: Mask
}

export type AnswerError = {
  readonly kind: 'bad-answer'
  readonly word: number
  readonly expected: string
  readonly got: string
}

const FACES: readonly string[] = ['blue', 'orange', 'empty', 'hidden']
const TRACK: readonly string[] = ['at-start', 'between', 'at-target', 'hidden']
/** severities in the vocabulary, by the rubric's levels */
const SEVERITIES = [0, 0.2, 0.3, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8] as const
export const severityWord = (s: number): string => `s${s.toFixed(2)}`

/** Every word that the model can read or write; a word's number is its index here. */
export const VOCABULARY: readonly string[] = [
  ...new Set([
    'end',
    ';',
    ...FACT_WORDS,
    'refuted',
    ...FACES,
    '-',
    ...TRACK,
    'stray',
    'n0',
    'n1',
    'n2',
    'n3',
    'n4',
    'overall',
    ...IMPACTS,
    ...SEVERITIES.map(severityWord),
  ]),
]

export const MAX_ANSWER_WORDS = 144

/** Parses an answer strictly: the first word out of place is the error, and so is anything after `end`. */
export function parseAnswer(text: string): Result<Answer, AnswerError> {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const reader = createReader(words)
  try {
    return ok(readAnswer(reader))
  } catch (error) {
    if (error instanceof Mismatch) return err(error.detail)
    throw error
  }
}

/** Slots of a line that show this face. */
export const faceMask = (line: ZoneLine, face: FaceSeen): Mask =>
  slotsMask(SLOTS.filter((slot) => line.faces[slot] === face))

class Mismatch extends Error {
  readonly detail: AnswerError
  constructor(detail: AnswerError) {
    super(`expected ${detail.expected}, got ${detail.got}`)
    this.detail = detail
  }
}

interface Reader {
  /** consumes the next word, which must satisfy the test */
  take(expected: string, accept: (word: string) => boolean): string
  peek(): string | undefined
  position(): number
}

function createReader(words: readonly string[]): Reader {
  let at = 0
  return {
    position: () => at,
    peek: () => words[at],
    take: (expected, accept) => {
      const word = words[at]
      if (word === undefined || !accept(word)) {
        throw new Mismatch({ kind: 'bad-answer', word: at, expected, got: word ?? 'the end of the answer' })
      }
      at++
      return word
    },
  }
}

function readAnswer(reader: Reader): Answer {
  const zones = new Map<ZoneId, ZoneLine>()
  for (const id of zoneIds) {
    word(reader, `z${id}`)
    const line = readZone(reader)
    if (line) zones.set(id, line)
  }
  word(reader, 'track')
  const track = oneOf(reader, TRACK) as TrackSeen
  const trackFindings = findings(reader)
  word(reader, 'robot')
  const robot = oneOf(reader, [...zoneIds.map((id) => `z${id}`), 'home', 'elsewhere'])
  const robotFindings = findings(reader)
  word(reader, 'stray')
  const stray = oneOf(reader, ['n0', 'n1', 'n2', 'n3', 'n4'])
  const strayFindings = findings(reader)
  word(reader, 'time')
  const timeFindings = findings(reader)
  word(reader, 'overall')
  const overall = readSeverity(reader)
  word(reader, 'end')
  if (reader.peek() !== undefined) reader.take('nothing after `end`', () => false)
  return {
    zones,
    track: { seen: track, findings: trackFindings },
    robot: {
      seen: robot.startsWith('z') ? Number(robot.slice(1)) : (robot as RobotPlace),
      findings: robotFindings,
    },
    stray: { count: Number(stray.slice(1)), findings: strayFindings },
    time: { findings: timeFindings },
    overall,
  }
}

/** `- - - - ;` marks a zone that this field does not have. */
function readZone(reader: Reader): ZoneLine | undefined {
  const faces = SLOTS.map(() => oneOf(reader, [...FACES, '-']))
  const found = findings(reader)
  if (faces.includes('-')) return undefined
  return { faces: faces as unknown as ZoneLine['faces'], findings: found }
}

/** `(impact severity)* ;` */
function findings(reader: Reader): Finding[] {
  const out: Finding[] = []
  while (reader.peek() !== ';') {
    const at = reader.position()
    const impact = oneOf(reader, IMPACTS) as Impact
    out.push({ impact, severity: readSeverity(reader), word: at })
  }
  word(reader, ';')
  return out
}

const word = (reader: Reader, expected: string): string => reader.take(expected, (w) => w === expected)
const oneOf = (reader: Reader, words: readonly string[]): string =>
  reader.take(`one of ${words.join(', ')}`, (w) => words.includes(w))
const readSeverity = (reader: Reader): number => Number(oneOf(reader, SEVERITIES.map(severityWord)).slice(1))
