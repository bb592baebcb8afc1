import { ok } from '../../../base/result.js'
import type { News } from '../../../runtime/station/news.js'
import type { StationView } from '../../../runtime/station/station.js'
import type { FaultDesk } from '../motion/fault-desk.js'
import type { Operations } from './operations.js'

type Commands =
  'status' | 'news' | 'picture' | 'health' | 'log' | 'blackboard' | 'models' | 'config' | 'faults'

/** What the station knows by itself. */
export const lookOperations = (
  station: StationView,
  config: Readonly<Record<string, unknown>>,
  faults: FaultDesk,
): Operations<Commands> => ({
  status: () => ok(station.snapshot()),
  news: ({ after, limit }) => {
    const { news, missed } = station.since(after)
    return ok({ news: news.slice(0, limit), missed })
  },
  picture: () => {
    const picture = station.picture()
    if (picture === undefined) return ok(null)
    const { id, at, width, height, jpeg } = picture
    return ok({ id, at, width, height, jpeg: Buffer.from(jpeg).toString('base64') })
  },
  health: () => ok(station.snapshot().health),
  log: ({ level, source, limit }) => {
    const least = LEVELS.indexOf(level)
    const lines = station
      .since(0)
      .news.flatMap(asLine)
      .filter(
        (line) => LEVELS.indexOf(line.level) >= least && (source === undefined || line.source === source),
      )
    return ok(lines.slice(-limit))
  },
  blackboard: () => ok(station.snapshot().blackboard),
  models: () => ok(station.snapshot().models),
  config: () => ok(config),
  faults: () => ok(faults.list()),
})

type LogNews = News & { readonly kind: 'log' }

/** What happens on the link is looked for in the log. */
const asLine = (news: News): readonly LogNews[] =>
  news.kind === 'log' ? [news] : news.kind === 'link' ? [{ ...news, kind: 'log', source: 'link' }] : []

const LEVELS = ['debug', 'info', 'warn', 'error', 'fatal']
