import { SkillFailure, type Program, type Rig } from './rig.js'
import { insert } from './insert.js'
import { moveClosure } from './handle.js'
import { pick } from './pick.js'
import { place, stack } from './place.js'
import { press } from './press.js'
import { pushItem } from './push-item.js'
import { rest } from './travel.js'

/** The parameters of a command, as they came. */
export type SkillParams = Readonly<Record<string, string | number | boolean>>

interface Skill {
  readonly params: Readonly<Record<string, 'text' | 'number'>>
  readonly timeoutMs: number
  run(rig: Rig, params: SkillParams): Program
}

/** What the arm can do. Every skill ends with the arm at rest, where it hides nothing. */
export const TABLETOP_SKILLS: Readonly<Record<string, Skill>> = {
  Pick: skill({ item: 'text', approach: 'text', speed: 'number' }, 40_000, (rig, { item, approach }) =>
    pick(rig, String(item), approach === 'from_side'),
  ),
  Place: skill({ item: 'text', place: 'text', release_height: 'number', speed: 'number' }, 40_000, (rig, p) =>
    place(rig, String(p['item']), String(p['place']), Number(p['release_height'] ?? 5) / 1000),
  ),
  Stack: skill({ item: 'text', onto: 'text' }, 40_000, (rig, { item, onto }) =>
    stack(rig, String(item), String(onto)),
  ),
  Push: skill({ item: 'text', towards: 'text' }, 40_000, (rig, { item, towards }) =>
    pushItem(rig, String(item), String(towards)),
  ),
  Open: skill({ closure: 'text', speed: 'number' }, 40_000, (rig, p) =>
    moveClosure(rig, String(p['closure']), 1),
  ),
  Close: skill({ closure: 'text' }, 40_000, (rig, p) => moveClosure(rig, String(p['closure']), 0)),
  Press: skill({ button: 'text' }, 25_000, (rig, { button }) => press(rig, String(button))),
  Insert: skill({ item: 'text', into: 'text' }, 60_000, (rig, p) =>
    insert(rig, String(p['item']), String(p['into'])),
  ),
}

/** How a skill goes on: by one control step a call. */
export interface RunningSkill {
  /** @returns undefined while it runs */
  next(): SkillOutcome | undefined
}

export type SkillOutcome = { readonly status: 'ok' } | { readonly status: 'failed'; readonly reason: string }

export function startSkill(rig: Rig, name: string, params: SkillParams): RunningSkill {
  const program = TABLETOP_SKILLS[name]?.run(rig, params)
  return {
    next: () => {
      try {
        return program === undefined || program.next().done === true ? { status: 'ok' } : undefined
      } catch (cause) {
        if (cause instanceof SkillFailure) return { status: 'failed', reason: cause.message }
        throw cause
      }
    },
  }
}

function skill(
  params: Skill['params'],
  timeoutMs: number,
  run: (rig: Rig, params: SkillParams) => Program,
): Skill {
  return {
    params,
    timeoutMs,
    *run(rig, given) {
      rig.speed = Math.min(1, Math.max(0.1, Number(given['speed'] ?? 60) / 100))
      try {
        yield* run(rig, given)
      } catch (cause) {
        // a failed skill leaves the arm where it hides nothing, if it can get there
        if (cause instanceof SkillFailure) yield* retire(rig)
        throw cause
      }
      // the purpose is met: what hinders the arm on its way back concerns the next skill
      yield* retire(rig)
      const lost = rig.dropped()
      if (lost !== undefined) throw new SkillFailure(`the ${lost} slipped out of the gripper`)
    },
  }
}

function* retire(rig: Rig): Program {
  try {
    yield* rest(rig, { clearance: 0 })
  } catch (cause) {
    if (!(cause instanceof SkillFailure)) throw cause
  }
}
