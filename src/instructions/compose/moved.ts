import type { Frame, SpokenPort } from '../frames.js'
import { allowed } from '../read/meaning.js'
import type { Mention } from '../read/mentions.js'
import { filledIn, slotsOf, type Slot } from '../read/slots.js'
import type { SpokenWorld } from '../spoken-world.js'
import type { Heard } from '../understand.js'
import { isLikeOneOf } from '../words/verbs.js'
import { rolesOf, type Roles } from './pairs.js'
import { filledWays, together, type Way } from './ways.js'

/** It is not where it was: `off with it`; as what must not become so, `leave it alone`. */
export const moved = (mention: Mention, world: SpokenWorld): Way[] =>
  themes(mention, world).flatMap(({ frame, roles, own }) =>
    /^\w+(\(\?\w+\))? = \?\w+$/.test(frame.goal)
      ? slotsOf(roles.theme.name, own).flatMap((slot) =>
          slot.isAll
            ? together(slot.things.map((thing) => away(frame, roles, { ...slot, things: [thing] }, world)))
            : [],
        )
      : [],
  )

/** Nothing that is there now is there any more: `clear the desk`. */
export const emptied = (mention: Mention, world: SpokenWorld): Way[] =>
  world.frames.flatMap((frame) => {
    const roles = rolesOf(frame)
    const place = roles === undefined ? undefined : allowed(roles.target.values, mention)
    if (roles === undefined || place === undefined || !/^\w+\(\?\w+\) = \?\w+$/.test(frame.goal)) return []
    return slotsOf(roles.target.name, place).flatMap((slot) => {
      const there = [...roles.theme.values].filter((thing) =>
        slot.things.some(
          (at) => world.holds(filled(frame, [slotAt(roles.theme, thing), slotAt(roles.target, at)])) === true,
        ),
      )
      return there.length === 0
        ? []
        : together(there.map((thing) => away(frame, roles, slotAt(roles.theme, thing), world)))
    })
  })

const filled = ({ goal }: Frame, slots: readonly Slot[]): string =>
  filledIn({ formula: goal, text: '' }, slots)[0]?.formula ?? ''

/** What can get to one place only gets there: `plug the charger in`. */
export const toOnlyPlace = (mention: Mention, { world, tokens }: Heard): Way[] =>
  themes(mention, world).flatMap(({ frame, roles, own }) => {
    const [place, ...others] = roles.target.values
    const isSaid = tokens.some(({ stem }) => isLikeOneOf(stem, frame.verbs))
    return place === undefined || others.length > 0 || !isSaid
      ? []
      : filledWays(frame, [slotsOf(roles.theme.name, own), [slotAt(roles.target, place)]])
  })

const themes = (mention: Mention, { frames }: SpokenWorld) =>
  frames.flatMap((frame) => {
    const roles = rolesOf(frame)
    const own = roles === undefined ? undefined : allowed(roles.theme.values, mention)
    return roles === undefined || own === undefined ? [] : [{ frame, roles, own }]
  })

function away(frame: Frame, { target }: Roles, theme: Slot, world: SpokenWorld): Way[] {
  const isThere = (place: string): boolean =>
    world.holds(filled(frame, [theme, slotAt(target, place)])) === true
  return [...target.values].filter(isThere).flatMap((place) =>
    filledWays(
      {
        goal: frame.goal.replace(' = ', ' != '),
        outcome: `the {?${theme.port}} is not at the {?${target.name}} any more`,
      },
      [[theme], [slotAt(target, place)]],
    ),
  )
}

const slotAt = ({ name }: SpokenPort, place: string): Slot => ({
  port: name,
  things: [place],
  isAll: true,
  fit: 0.9,
})
