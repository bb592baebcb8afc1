import type { LearnRunEnd } from '#app/learn-run.js'
import { believedIn } from '#app/orders/after-tree.js'
import { err, ok, type Result } from '#base/result.js'
import type { Refusal } from '#console/host.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { MemoryRow } from '#memory/lesson-book.js'
import { runEpisodes, whyCutShort, type ReadyRun } from '../jobs/learning-job.js'
import { asRefusal } from '../refusal.js'
import type { Parts } from '../parts.js'
import type { OrderSite } from '../world/site-world.js'
import { onlyOf } from '../world/standing-belief.js'
import type { OrderAnswer, ReadyPlan } from '../planning/jobs.js'
import type { OrderWorker } from '../planning/order-worker.js'
import type { Proposal, Proposals } from './proposals.js'
import { ShownOrder } from './shown-order.js'

/** What orders need of the service. */
export interface OrderParts {
  readonly parts: Parts
  readonly site: OrderSite
  readonly worker: OrderWorker
  readonly proposals: Proposals
}

/** A tree tries what broke again by itself; so many plans are made for an order, as by `graft do`. */
const MOST_PLANS = 4

/** A run of one episode that carries out a plan, with permits, transcript and recording as every run. */
export async function orderRun(
  here: OrderParts,
  proposal: Proposal,
  plan: ReadyPlan,
): Promise<Result<ReadyRun, Refusal>> {
  const { parts, site } = here
  const { order, by, believed } = proposal
  const made = await site.task(plan.files, { order, by, believed })
  if (!made.ok) return made
  const { task, start } = made.value
  const discard = (): void => made.value.discard()
  const manifest = task.manifest({ episodes: 1 }, start, [])
  const sound = (await task.check?.(manifest)) ?? ok(undefined)
  const log = sound.ok ? asRefusal(await parts.store.openRun(manifest)) : sound
  if (!log.ok) {
    discard()
    return log
  }
  const prepared = { task, manifest, start, before: [], log: log.value }
  return ok({
    name: `order ${prepared.log.key}`,
    key: prepared.log.key,
    discard: async () => {
      await prepared.log.close('not begun')
      discard()
    },
    execute: async (control) => {
      const shown = new ShownOrder(parts.statusPublisher, proposal)
      const unwatch = shown.running(plan)
      let end: LearnRunEnd | undefined
      try {
        const text = await runEpisodes(parts, prepared, control, (ended) => {
          end = ended
        })
        return await afterTree(here, { proposal, plan, shown, end, text })
      } catch (cause) {
        shown.ended('failed', 'the service has a bug in carrying it out: the log has the details')
        throw cause
      } finally {
        unwatch()
        discard()
      }
    },
  })
}

interface Ended {
  readonly proposal: Proposal
  readonly plan: ReadyPlan
  readonly shown: ShownOrder
  readonly end: LearnRunEnd | undefined
  readonly text: string
}

/** What came of it, in words; a further plan has to be confirmed like the first one. */
async function afterTree(here: OrderParts, ended: Ended): Promise<string> {
  const { proposal, plan, shown, end, text } = ended
  const record = lastOf(end)
  if (!record.ok) {
    const [state, why = text] = record.error
    shown.ended(state, why)
    return why
  }
  const tried = [...proposal.tried, record.value.tried ?? []]
  const left = believedIn(record.value)
  // not what is believed once it is planned: somebody may restore the scene meanwhile
  const believed = onlyOf(here.site.believed(), left)
  const next = await here.worker.ask(
    {
      ...{ kind: 'further', planned: plan.planned, tried, robot: here.site.robot },
      believed: Object.fromEntries(left),
      isLast: tried.length >= MOST_PLANS,
    },
    1,
  )
  if (!next.ok) {
    shown.ended('failed', next.error.message)
    return next.error.message
  }
  const answer = next.value
  if (answer.kind === 'plan') return proposeFurther(here, { ...ended, tried, believed }, answer)
  await remember(here.parts, answer.learned)
  shown.ended(answer.kind === 'done' ? 'done' : 'failed', answer.why)
  return answer.why
}

function proposeFurther(
  { proposals }: OrderParts,
  { proposal, shown, tried, believed }: Ended & Pick<Proposal, 'tried' | 'believed'>,
  { why, decision, plan }: Extract<OrderAnswer, { kind: 'plan' }>,
): string {
  const further = { ...proposal, decision, plans: [plan], tried, believed }
  const id = proposals.add(further)
  shown.proposed(id, further, why)
  return `${why}; the plan ${id} to go on waits for \`do.confirm\``
}

async function remember({ store, statusPublisher }: Parts, learned: readonly MemoryRow[]): Promise<void> {
  const written = learned.length === 0 ? ok(null) : await store.changeMemory(learned)
  if (written.ok) return
  const text = `what the order has taught could not be written: ${written.error.message}`
  statusPublisher.publish({ kind: 'log', level: 'warn', source: 'order', text })
}

type NoRecord = readonly [state: 'failed' | 'stopped', why: string | undefined]

/** The record of its episode, unless it was cut short or has not begun. */
function lastOf(end: LearnRunEnd | undefined): Result<EpisodeRecord, NoRecord> {
  if (end === undefined) return err(['failed', undefined])
  if (end.kind === 'not-started')
    return err([end.failure.kind === 'stopped' ? 'stopped' : 'failed', end.failure.text])
  const record = end.records.at(-1)
  if (end.kind === 'cut-short') return err(['stopped', whyCutShort(end)])
  return record === undefined ? err(['failed', undefined]) : ok(record)
}
