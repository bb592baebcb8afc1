import type { SeenFact } from '#drivers/contract.js'
import type { KnownScene } from '../planning/known-scene.js'
import { whereIs } from '../planning/where.js'
import { BUTTONS } from '../scene/buttons.js'
import { CLOSURES } from '../scene/closures.js'
import { ITEMS } from '../scene/items.js'
import { OPEN } from '../tabletop.js'

/**
 * What the sensors say, as facts of the world: what the gripper feels now, and what the last look showed.
 * @param now ms of the arm's time
 */
export function readingsOf(known: KnownScene, now: number): SeenFact[] {
  const fact = (name: string, value: SeenFact['value'], confidence: number): SeenFact => {
    const isFelt = confidence === FELT
    const [sensor, ageMs] = isFelt ? ['gripper', 0] : ['camera', now - known.lookedAt]
    return { fact: name, value, confidence, ageMs, sensor }
  }
  const locations = ITEMS.flatMap((item): SeenFact[] => {
    const name = `location(${item.name})`
    if (known.held?.item === item.name) return [fact(name, 'gripper', FELT)]
    if (known.missing.has(item.name)) return [fact(name, 'unknown', MISSED)]
    const where = known.inSight.has(item.name) ? whereIs(item, known) : undefined
    return where === undefined ? [] : [fact(name, where, SEEN)]
  })
  const open = CLOSURES.flatMap(({ name, opens }): SeenFact[] => {
    const opened = known.inSight.has(name) ? known.slides.get(name) : undefined
    return opened === undefined ? [] : [fact(`open(${name})`, opened > OPEN * opens, SEEN)]
  })
  const pressed = BUTTONS.flatMap(({ name }): SeenFact[] => {
    const lit = known.lit.get(name)
    return lit === undefined ? [] : [fact(`pressed(${name})`, lit, SEEN)]
  })
  return [...locations, ...open, ...pressed]
}

const FELT = 0.98
const SEEN = 0.95
const MISSED = 0.9
