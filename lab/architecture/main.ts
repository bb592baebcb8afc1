import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { draw } from './drawing.js'
import { readArchitecture, type Architecture } from './read-architecture.js'
import { REPO } from './source-tree.js'

/**
 * The house by its imports: rooms, lines, arrows, and what the habits of the house forbid.
 *
 *     npm run architecture                # a table
 *     npm run architecture -- --list      # and each place that a count stands for
 *     npm run architecture -- --svg       # draws docs/images/architecture.svg anew
 *     npm run architecture -- --json
 *
 * Ends with 1 when an import goes upward or in a circle.
 */
const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    svg: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const NAMES: Readonly<Record<string, string>> = {
  small: 'files under 25 lines',
  wide: 'lines above 120 columns',
  climbing: 'imports that climb more than a level',
  oldNames: 'identifiers with a word that has a standard term',
  fieldNouns: 'nouns of the field outside its places',
  manyParameters: 'functions of five or more parameters',
  long: 'functions above 50 lines',
}

const architecture = readArchitecture()
if (values.svg) writeFileSync(join(REPO, 'docs/images/architecture.svg'), draw(architecture))
process.stdout.write(values.json ? `${JSON.stringify(architecture)}\n` : `${table(architecture)}\n`)
process.exitCode = architecture.upward.length + architecture.circles.length > 0 ? 1 : 0

function table({ rooms, arrows, upward, circles, circlesInside, lines, habits }: Architecture): string {
  const rows = rooms.map(({ name, files, lines: own }) => {
    const to = arrows.filter(({ from }) => from === name).map((arrow) => arrow.to)
    const share = `${((100 * own) / lines.src).toFixed(1)} %`
    return [
      name.padEnd(12),
      String(files).padStart(5),
      String(own).padStart(7),
      share.padStart(7),
      `  ${to.join(' ')}`,
    ].join(' ')
  })
  const counts = Object.entries(habits).map(([name, places]: [string, readonly string[]]) =>
    [
      `${(NAMES[name] ?? name).padEnd(50)} ${places.length}`,
      ...(values.list ? places.map((place) => `  ${place}`) : []),
    ].join('\n'),
  )
  return [
    'room         files   lines  of src  imports',
    ...rows,
    '',
    `src ${lines.src} lines, lab ${lines.lab}, ${arrows.length} arrows between rooms`,
    `reachable from run and serve ${lines.reached} lines, ${lines.reachedBt} of them in bt`,
    `imports against the order of the rooms              ${upward.length}` +
      `${upward.length > 0 ? `: ${upward.join(', ')}` : ''}`,
    `circles                                             ${circles.length}` +
      `${circles.length > 0 ? `: ${circles.join('; ')}` : ''}`,
    `circles between folders of rooms above 5,000 lines  ${circlesInside.length}` +
      `${circlesInside.length > 0 ? `: ${circlesInside.join('; ')}` : ''}`,
    ...counts,
  ].join('\n')
}
