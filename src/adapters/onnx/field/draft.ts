import type { CriticConfig } from '../config.js'

/**
 * Predicts the answer, so that the decoder can check many words at once instead of writing them one by one. A draft
 * decides nothing: a word that the decoder would not have written is discarded, with all that follow.
 */
export interface Draft {
  /** the predicted next words, at most `GUESS_WORDS` */
  after(answer: readonly number[]): number[]
}

/** With longer guesses, the cost when a finding breaks them exceeds the gain. */
const GUESS_WORDS = 24

const NO_DRAFT: Draft = { after: () => [] }

/**
 * @param seen classes from the encoder's heads: four faces per zone, the robot's place, the shelf's place, number of
 * strays
 * @param prompt the facts, which name the zones that this field lacks
 */
export function createDraft(
  { vocabulary, draft }: CriticConfig,
  seen: readonly number[],
  prompt: readonly number[],
): Draft {
  if (draft === undefined) return NO_DRAFT
  const numberOf = new Map(vocabulary.map((word, i) => [word, i]))
  const number = (word: string): number => numberOf.get(word) ?? 0
  const lines = seenLines(draft, seen, new Set(absentZones(vocabulary, prompt))).map((line) =>
    line.map(number),
  )
  const [separator, overall, end] = [number(';'), number('overall'), number('end')]
  const severities = vocabulary.flatMap((word, i) => (/^s\d/.test(word) ? [i] : []))
  const isSeverity = new Set(severities)
  /** the usual word after one in the findings part */
  const next = (word: number): number => {
    if (isSeverity.has(word)) return separator
    const usual = draft.severities[vocabulary[word] ?? '']
    return usual === undefined ? separator : number(usual)
  }
  const worst = (answer: readonly number[]): number =>
    Math.max(severities[0] ?? 0, ...answer.filter((word) => isSeverity.has(word)))
  return {
    after: (answer) => {
      const out = [...answer]
      const start = answer.length
      let line = answer.filter((word) => word === separator).length
      let place = answer.length - 1 - answer.lastIndexOf(separator)
      while (out.length - start < GUESS_WORDS) {
        const words = lines[line]
        const last = out.at(-1) ?? separator
        if (words === undefined) {
          const tail = [overall, worst(out), end]
          return [...out.slice(start), ...tail.slice(place)]
        }
        const word = place < words.length ? (words[place] as number) : next(last)
        out.push(word)
        place++
        if (word === separator) [line, place] = [line + 1, 0]
      }
      return out.slice(start)
    },
  }
}

/** Each line of an answer, up to the part that follows from the encoder's classes. */
function seenLines(
  { faces, track }: NonNullable<CriticConfig['draft']>,
  seen: readonly number[],
  absent: ReadonlySet<number>,
): string[][] {
  const zones = Math.floor((seen.length - 3) / 4)
  const [robot = 0, shelf = 0, stray = 0] = seen.slice(4 * zones)
  const place = robot < zones ? `z${robot + 1}` : robot === zones ? 'home' : 'elsewhere'
  return [
    ...Array.from({ length: zones }, (_, i) => {
      const slots = seen
        .slice(4 * i, 4 * i + 4)
        .map((face) => (absent.has(i + 1) ? '-' : (faces[face] ?? '-')))
      return [`z${i + 1}`, ...slots]
    }),
    ['track', track[shelf] ?? ''],
    ['robot', place],
    ['stray', `n${stray}`],
    ['time'],
  ]
}

/** Numbers of the zones that the facts mark as `z7 absent`. */
function absentZones(vocabulary: readonly string[], prompt: readonly number[]): number[] {
  const words = prompt.map((word) => vocabulary[word] ?? '')
  return words.flatMap((word, i) => (word === 'absent' ? [Number(words[i - 1]?.slice(1))] : []))
}
