import { readFileSync } from 'node:fs'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { must } from '#base/result.js'
import type { Enrolled } from '#tabletop/sight/enrolled/enrolment.js'
import { compare, FEWEST } from '#tabletop/sight/enrolled/compare.js'
import { likelyNames, nameLikely, type Bounds } from '#tabletop/sight/enrolled/name-things.js'
import type { TableMap } from '#tabletop/sight/map/table-map.js'
import { seenThings, type SeenThing } from '#tabletop/sight/enrolled/seen-things.js'
import { openSight } from '../network/open-sight.js'
import { drawScene, KEPT_FROM } from '../scenes/scene.js'
import { Cell } from '../shots/cell.js'
import { labelsOf, shoot, type Shot } from '../shots/shot.js'
import { SEEN } from './score.js'
import { enrolAll, pointsIn } from './sets.js'

/**
 * Why things of validation scenes were not named that had to be, counted.
 *
 *     npx tsx --conditions=source lab/training/sight/exam/misses.ts 200 models/sight
 *
 * `few points`: it is hardly on the map; `no group`: nothing that was taken for one thing is mostly it and most of it;
 * `odds low`: its name is not likely enough; `beaten`: another name, or another group, came before.
 */
const [count = '200', folder = 'models/sight'] = process.argv.slice(2)
/** A group is a thing when so much of it is that thing, and so much of that thing is in it. */
const MOSTLY = 0.6

const { trained: bounds } = JSON.parse(readFileSync(`${folder}/bounds.json`, 'utf8')) as { trained: Bounds }
const cell = new Cell(must(await loadMujoco(), 'MuJoCo'))
const network = must(openSight(`${folder}/sight.onnx`), 'the network')
const { learned } = enrolAll(cell, 'validation', network.infer)
const counts = new Map<string, number>()
for (let index = KEPT_FROM; index < KEPT_FROM + Number(count); index++)
  for (const why of missesOf(shoot(cell, drawScene('validation', index))))
    counts.set(why, (counts.get(why) ?? 0) + 1)
network.close()
cell.close()
const lines = [...counts].sort((a, b) => b[1] - a[1]).map(([why, times]) => `${times} ${why}\n`)
process.stdout.write(lines.join(''))

function missesOf(shot: Shot): string[] {
  const { scene, visible, read } = shot
  const enrolled = scene.enrolled.flatMap(({ name }) => learned.get(name) ?? [])
  const labels = labelsOf(shot)
  const points = pointsIn(read, network.infer)
  const groups = seenThings(read.map, points)
  const named = namesOf(read.map, groups, enrolled)
  return scene.placed.flatMap(({ thing, on }, index) => {
    const own = enrolled.find(({ name }) => name === thing.name)
    const share = visible[index] ?? 0
    if (own === undefined || share < SEEN || named.has(thing.name)) return []
    const isOwn = ({ cell: at }: { readonly cell: number }): boolean => labels[at] === index + 1
    const whole = points.filter(isOwn).length
    const where = on === undefined ? '' : ', on another'
    const how = share > 0.9 ? 'in plain sight' : share > 0.7 ? 'mostly seen' : 'partly hidden'
    return [`${how}${where}: ${reasonOf(read.map, { whole, best: bestGroup(groups, isOwn, whole), own })}`]
  })
}

function bestGroup(
  groups: readonly SeenThing[],
  isOwn: (point: SeenThing['members'][number]) => boolean,
  whole: number,
): { readonly seen: SeenThing; readonly fit: number } | undefined {
  return groups
    .map((seen) => {
      const common = seen.members.filter(isOwn).length
      return { seen, fit: Math.min(common / seen.points, common / Math.max(1, whole)) }
    })
    .sort((a, b) => b.fit - a.fit)[0]
}

function reasonOf(
  map: TableMap,
  { whole, best, own }: { whole: number; best: ReturnType<typeof bestGroup>; own: Enrolled },
): string {
  if (whole < FEWEST) return 'few points'
  if (best === undefined || best.fit < MOSTLY) return 'no group'
  return namesOf(map, [best.seen], [own]).size === 0 ? 'odds low' : 'beaten'
}

function namesOf(
  map: TableMap,
  groups: readonly SeenThing[],
  enrolled: readonly Enrolled[],
): ReadonlySet<string> {
  const likely = likelyNames(compare(map, groups, { enrolled, weights: bounds.weights }), bounds.classifiers)
  return new Set(nameLikely(likely, bounds).map(({ name }) => name))
}
