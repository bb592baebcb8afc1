import { isSplitName } from '#lab/training/engine/splits.js'
import { numbersOf } from './field-test.js'
import { EXAM_LOOKS, type ExamLook } from './looks.js'
import { keptShow } from './shown-episodes.js'

/**
 * Plays the episodes of an examination and keeps their pictures, beside the training: `npx tsx
 * lab/training/critic/exam/show.ts <split> <episodes> [share]`.
 */
const [split = '', episodes = '', share] = process.argv.slice(2)
if (!isSplitName(split)) throw new Error(`splits are train, validation and test, not "${split}"`)
for (const n of numbersOf(Number(episodes), share))
  await keptShow({ split, n, look: EXAM_LOOKS[n % EXAM_LOOKS.length] as ExamLook, faults: 'nominal' })
