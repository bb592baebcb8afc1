import { streamOf } from '../faults.js'
import type { HomeParts } from '../parts.js'
import type { ChoreKind, Habit } from '../scenario.js'
import type { HomeScene } from '../scene.js'
import { furnitureOf } from '../space/places.js'
import type { HomeState, PersonState } from '../state.js'
import { sitAt, walkTo, type Chore } from './chore.js'

/** Gives free people their next chore: the scenario's plan first, then what they do every now and then. */
export function planChores(state: HomeState, parts: HomeParts): void {
  for (const [name, person] of Object.entries(state.people)) {
    if (person.chores.length > 0) continue
    const chore = nextPlanned(name, person, state, parts) ?? drawHabit(name, state, parts)
    if (chore !== undefined) person.chores = stepsOf(chore, person, state, parts.scene)
  }
}

function nextPlanned(
  name: string,
  person: PersonState,
  state: HomeState,
  { scenario }: HomeParts,
): ChoreKind | undefined {
  const own = scenario.chores.filter((chore) => chore.person === name)
  const next = own[person.planned]
  if (next === undefined || next.atSeconds * 1000 > state.now) return undefined
  person.planned++
  return next.what
}

/** Once a second; a second without a chore uses no randomness of the next. */
function drawHabit(name: string, state: HomeState, { scenario, faults }: HomeParts): ChoreKind | undefined {
  if (state.now % 1000 !== 0) return undefined
  for (const [index, habit] of scenario.habits.entries()) {
    if (habit.person !== name) continue
    const rng = streamOf(faults.name, 'habit', index, state.now)
    if (!rng.chance(habit.perMinute / 60)) continue
    return choreOf(habit, rng)
  }
  return undefined
}

function choreOf(habit: Habit, rng: ReturnType<typeof streamOf>): ChoreKind {
  if (habit.items.length === 0)
    return { kind: 'stand', door: rng.pick(habit.doors), seconds: 4 + rng.int(12) }
  return { kind: 'carry', item: rng.pick(habit.items), to: rng.pick(habit.to) }
}

function stepsOf(chore: ChoreKind, person: PersonState, state: HomeState, scene: HomeScene): Chore[] {
  const back = person.place === null ? [] : sitAt(person.place, scene)
  switch (chore.kind) {
    case 'sit':
      return sitAt(chore.at, scene)
    case 'stand': {
      const door = scene.doors[chore.door]
      if (door === undefined) return []
      return [walkTo(door.at), { kind: 'wait', left: chore.seconds * 1000 }, ...back]
    }
    case 'carry': {
      const from = furnitureOf(scene, state.items[chore.item]?.place ?? '')
      const to = furnitureOf(scene, chore.to)
      if (from === undefined || to === undefined || from === to) return []
      return [
        walkTo(from.stand),
        { kind: 'wait', left: 800 },
        { kind: 'take', item: chore.item },
        walkTo(to.stand),
        { kind: 'wait', left: 800 },
        { kind: 'put', item: chore.item, place: chore.to },
        ...back,
      ]
    }
  }
}
