import { ok } from '#base/result.js'
import type { StatusEvent } from '#runtime/status/status-event.js'
import type { StatusView } from '#runtime/status/status-publisher.js'
import type { FaultInjector } from '../motion/fault-injector.js'
import type { Operations } from './operations.js'

type Commands =
  'status' | 'news' | 'picture' | 'health' | 'log' | 'blackboard' | 'models' | 'config' | 'faults'

/** Queries that the service answers from its own status. */
export const statusOperations = (
  statusPublisher: StatusView,
  config: Readonly<Record<string, unknown>>,
  faults: FaultInjector,
): Operations<Commands> => ({
  status: () => ok(statusPublisher.status()),
  news: ({ after, limit }) => {
    const { events, missed } = statusPublisher.since(after)
    return ok({ news: events.slice(0, limit), missed })
  },
  picture: () => {
    const picture = statusPublisher.picture()
    if (picture === undefined) return ok(null)
    const { id, at, width, height, jpeg } = picture
    return ok({ id, at, width, height, jpeg: Buffer.from(jpeg).toString('base64') })
  },
  health: () => ok(statusPublisher.status().health),
  log: ({ level, source, limit }) => {
    const least = LEVELS.indexOf(level)
    const lines = statusPublisher
      .since(0)
      .events.flatMap(logEventsOf)
      .filter(
        (line) => LEVELS.indexOf(line.level) >= least && (source === undefined || line.source === source),
      )
    return ok(lines.slice(-limit))
  },
  blackboard: () => ok(statusPublisher.status().blackboard),
  models: () => ok(statusPublisher.status().models),
  config: () => ok(config),
  faults: () => ok(faults.list()),
})

type LogEvent = StatusEvent & { readonly kind: 'log' }

/** Link events are listed in the log too. */
const logEventsOf = (statusEvent: StatusEvent): readonly LogEvent[] =>
  statusEvent.kind === 'log'
    ? [statusEvent]
    : statusEvent.kind === 'link'
      ? [{ ...statusEvent, kind: 'log', source: 'link' }]
      : []

const LEVELS = ['debug', 'info', 'warn', 'error', 'fatal']
