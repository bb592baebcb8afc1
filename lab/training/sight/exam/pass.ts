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

/** On a terminal in place, elsewhere a line now and then. */
function tell(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\u001b[K`)
  else if (text.endsWith('0') || / [1-9]0? of /.test(text)) process.stderr.write(`${text}\n`)
}

/** Shows scenes of a split to readers. @param from the number of the first */
export function passOver(
  cell: Cell,
  { split, from, scenes, sets }: { split: Split; from: number; scenes: number; sets: Sets },
  candidates: readonly Candidate[],
): Count {
  const closures: Count = { said: 0, wrong: 0, due: 0, missed: 0 }
  for (let index = from; index < from + scenes; index++) {
    const shot = shoot(cell, drawScene(split, index))
    judgeClosures(closures, shot)
    for (const each of candidates) each.run(shot, sets)
    tell(`${split}: scene ${index - from + 1} of ${scenes}`)
  }
  return closures
}
