import { createProgress } from '#lab/bench/progress.js'
import { drawScene } from '../scenes/scene.js'
import type { Split } from '../scenes/shapes.js'
import type { Cell } from '../shots/cell.js'
import { shoot } from '../shots/shot.js'
import type { Reader } from './readers.js'
import { emptyTally, judge, judgeClosures, type Count, type Tally } from './score.js'
import type { Sets } from './sets.js'

/** A reader with its bounds, without their type. */
export interface Candidate {
  readonly name: string
  readonly tallies: readonly Tally[]
  readonly run: (shot: ReturnType<typeof shoot>, sets: Sets) => void
}

export function candidate<B>(reader: Reader<B>, choices: readonly B[] = reader.choices): Candidate {
  const tallies = choices.map(emptyTally)
  return {
    name: reader.name,
    tallies,
    run: (shot, sets) => {
      reader
        .read(shot, sets, choices)
        .forEach((statements, at) => judge(tallies[at] ?? emptyTally(), shot, statements))
    },
  }
}

/** Shows scenes of a split to readers. @param from the number of the first */
export function passOver(
  cell: Cell,
  { split, from, scenes, sets }: { split: Split; from: number; scenes: number; sets: Sets },
  candidates: readonly Candidate[],
): Count {
  const closures: Count = { said: 0, wrong: 0, due: 0, missed: 0 }
  const progress = createProgress(scenes, 0, process.stderr, () => performance.now())
  for (let index = from; index < from + scenes; index++) {
    const shot = shoot(cell, drawScene(split, index))
    judgeClosures(closures, shot)
    for (const each of candidates) each.run(shot, sets)
    progress.step(`scene ${index} of ${split}`)
  }
  progress.done()
  return closures
}
