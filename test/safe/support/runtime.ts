import type { Result } from '#base/result.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import { runEpisode, type EpisodeEnd, type EpisodeParts } from '#runtime/episode.js'
import { prepareEpisode } from '#runtime/field/prepare.js'
import { Reflex } from '#runtime/reflex.js'
import { library, ScriptedCritic, treeOf } from '../../runtime/support/loop.js'
import { benchmarkMap as map } from '../../simulation/support/field.js'
import type { Site, SiteBody } from './site.js'

/** What a person does after a start. */
export type Person = 'nothing' | 'arms only' | 'arms and confirms'

export interface Started {
  readonly parts: EpisodeParts
  /** modes in their order; a start is in SAFE */
  readonly modes: readonly string[]
  readonly end: Result<EpisodeEnd, BringUpFailure> | undefined
  /** why steps failed, in the words of the robot */
  readonly told: readonly string[]
  /** what wire and world had shown when somebody confirmed, or at the end when nobody did */
  readonly beforeConfirm: {
    readonly actuations: number
    readonly departures: number
    readonly carried: readonly number[]
  }
}

let sessions = 100

/** A runtime starts on this site with one step of a mission; each start has a session of its own. */
export async function startRuntime(
  site: Site,
  body: SiteBody,
  step: string,
  person: Person,
  stopRequested: () => boolean = () => false,
): Promise<Started> {
  const modes: string[] = ['SAFE']
  const told: string[] = []
  let before: Started['beforeConfirm'] | undefined
  const look = (): Started['beforeConfirm'] => ({
    actuations: site.shown.actuations.length,
    departures: site.shown.departures.length,
    carried: [...site.plant.carried],
  })
  const parts = prepareEpisode({
    episode: 1,
    doc: treeOf(step),
    map,
    library,
    body,
    critic: new ScriptedCritic(),
    before: [],
    sessionId: ++sessions,
    armedBy: 'a person',
    control: {
      mayMove: () => {
        return Promise.resolve(person === 'arms and confirms')
      },
      stopRequested,
    },
    journal: () => undefined,
    listen: (event) => {
      if (event.kind === 'feedback' && event.feedback.kind !== 'done') told.push(event.feedback.text)
      if (event.kind !== 'mode') return
      if (event.change.to === 'RUNNING') before = look()
      modes.push(event.change.to)
    },
  })
  if (person === 'nothing') {
    const reflex = new Reflex(parts)
    for (let turn = 0; turn < 150; turn++)
      await reflex.turn(parts.modes.mode === 'RUNNING' ? parts.tree : undefined)
    return { parts, modes, told, end: undefined, beforeConfirm: look() }
  }
  const episode = runEpisode(parts)
  let turn = await episode.next()
  while (turn.done !== true) turn = await episode.next()
  return { parts, modes, told, end: turn.value, beforeConfirm: before ?? look() }
}
