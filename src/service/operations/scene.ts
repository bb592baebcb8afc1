import { err, ok } from '#base/result.js'
import type { SiteStore } from '#adapters/store/site/site-store.js'
import type { Activity } from '#runtime/status/service-status.js'
import type { StatusPublisher } from '#runtime/status/status-publisher.js'
import type { Refusal } from '#console/host.js'
import { asRefusal } from '../refusal.js'
import type { ShownEpisode } from '../show/shown-episode.js'
import type { Operations } from './operations.js'

/** an episode has begun and is not over */
const UNDER_WAY: ReadonlySet<Activity> = new Set<Activity>(['running', 'pausing', 'paused'])

/** a step is in progress: its outcome would be taken for what the scene was, and nobody may reach into it */
const MOVING: ReadonlySet<Activity> = new Set<Activity>(['running', 'pausing'])

const working = (activity: Activity): Refusal => ({
  code: 'busy',
  message: `the robot is at work (${activity})`,
  hint:
    activity === 'running'
      ? '`pause`, and repeat this when `status` says paused; or wait for the end of the episode'
      : 'repeat this when `status` says paused',
})

/** PRAG-06: somebody has restored the scene manually. Noted for the models, and adopted by the twin. */
export const sceneOperations = (parts: {
  readonly store: SiteStore
  readonly statusPublisher: StatusPublisher
  /** id of the task of the newest run */
  readonly task: () => string
  /** the current one */
  readonly episode: () => ShownEpisode | undefined
  /** called when nothing is under way. @param why in words, who has put it right */
  readonly restored: (why: string) => Promise<void>
}): Operations<'scene.reset'> => ({
  'scene.reset': async ({ note }, { name }) => {
    const { store, statusPublisher, task, episode, restored } = parts
    const { run, activity } = statusPublisher.status()
    if (MOVING.has(activity)) return err(working(activity))
    const under = UNDER_WAY.has(activity) ? run : null
    const written = asRefusal(
      await store.addNote({
        run: run?.key ?? null,
        // between two episodes the note concerns the next one
        episode: run === null ? null : under === null ? run.episode + 1 : run.episode,
        field: run?.field ?? task(),
        by: name,
        kind: 'scene-reset',
        text: note,
      }),
    )
    if (!written.ok) return written
    const meanwhile = statusPublisher.status().activity
    // begun while the note was written, by what was believed before
    if (MOVING.has(meanwhile)) return err(working(meanwhile))
    episode()?.resetScene()
    if (!UNDER_WAY.has(meanwhile)) await restored(`${name} has put the scene right`)
    const did = episode() === undefined ? 'noted' : 'noted; the twin now believes the scene as it began'
    statusPublisher.publish({ kind: 'log', level: 'info', source: 'scene', text: `${name}: ${note}` })
    return ok({ did })
  },
})
