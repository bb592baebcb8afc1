import type { PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Fluents } from '#worlds/value.js'

/** How a step has ended in a world that plays by its own rules. */
export type Played =
  | { readonly kind: 'done'; readonly after: Fluents }
  /** a check forbids it: nothing has happened */
  | { readonly kind: 'forbidden'; readonly after: Fluents; readonly reason: string }
  /** it has failed in one of the ways that the world declares (`fails:`) */
  | { readonly kind: 'failed'; readonly after: Fluents; readonly reason: string }

/**
 * Plays one step by the rules of the world itself. Failures come as often as the world declares them; of several
 * outcomes each is as likely as its chance says, or as any other.
 * @param draw uniform in [0, 1), new at each call
 */
export function playStep(
  domain: DataDomain,
  state: Fluents,
  step: Pick<PlannedStep, 'skill' | 'args'>,
  draw: () => number,
): Played {
  const commands = domain.intend(step, state)
  if (!commands.ok) return { kind: 'forbidden', after: state, reason: commands.error.text }
  const [command] = commands.value
  if (command === undefined) return { kind: 'done', after: state }
  const verdict = domain.judge(state, command)
  if (!verdict.ok) return { kind: 'forbidden', after: state, reason: verdict.error.text }
  const { ways } = domain.about(state, command)
  const failure = chosen(
    ways.filter(({ fails }) => fails),
    draw(),
  )
  if (failure !== undefined)
    return { kind: 'failed', after: failure.after, reason: failure.text ?? `${step.skill} fails` }
  const { outcomes } = verdict.value
  if (outcomes.length === 1) return { kind: 'done', after: outcomes[0] }
  const known = chosen(
    ways.filter(({ fails }) => !fails),
    draw(),
  )
  return { kind: 'done', after: known?.after ?? outcomes[Math.floor(draw() * outcomes.length)] ?? state }
}

/** The way whose share of chance is drawn; undefined: none of them. */
function chosen<T extends { readonly chance?: number }>(ways: readonly T[], draw: number): T | undefined {
  let chances = 0
  return ways.find(({ chance = 0 }) => {
    chances += chance
    return draw < chances
  })
}
