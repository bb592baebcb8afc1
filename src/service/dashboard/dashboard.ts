import { openHttp } from '#adapters/http/server.js'
import {
  jsonReply,
  textReply,
  type GuardedRequest,
  type BodyReply,
  type Reply,
} from '#adapters/http/reply.js'
import type { Diagnostic } from '#base/diagnostic.js'
import type { FieldMap } from '#base/field-map.js'
import { ok, type Result } from '#base/result.js'
import type { Refusal } from '#console/host.js'
import type { StatusView } from '#runtime/status/status-publisher.js'
import type { Drawing } from '#worlds/map/draw/drawing.js'
import { LiveFeed } from './live/live-feed.js'
import { Trends } from './live/trends.js'
import type { EpisodeLine } from './live/messages.js'
import { readPageFiles } from './page-files.js'
import type { StoredTree } from '../trees/read-tree.js'
import { treePicture, treeText } from './tree-picture.js'

export interface DashboardOptions {
  /** `127.0.0.1:8087`; port 0 picks a free one */
  readonly listen: string
  /** host names, besides loopback and its own address, that browsers may use */
  readonly hosts?: readonly string[]
  readonly statusPublisher: StatusView
  /** the finished episodes worth a line, oldest first; a few hundred at most */
  readonly episodes: () => readonly EpisodeLine[] | Promise<readonly EpisodeLine[]>
  /** a tree by its hash or a prefix of it */
  readonly tree: (hash: string) => StoredTree | undefined
  /** the picture of a tree, drawn off the reflex loop's thread */
  readonly draw: (tree: StoredTree) => Promise<Result<string, Refusal>>
  /** the public layout of the field that the robot works on now; null in a world */
  readonly field?: () => FieldMap | null
  /** the map of the world with what is believed now; null in a world without one */
  readonly map?: () => Drawing | null
  /** ms since the last turn of the reflex loop, infinite while it is not running */
  readonly sinceTurn?: () => number
  /** called on internal bugs, one line each */
  readonly onTrouble?: (text: string) => void
}

export interface Dashboard {
  /** its address for a browser on this computer */
  readonly url: string
  readonly port: number
  /** open connections including event streams, and pages watching */
  load(): { readonly connections: number; readonly streams: number; readonly pages: number }
  close(): Promise<void>
}

/** Nothing external, nothing inline, and no text ever becomes markup: the browser enforces it. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Opens the service's read-only page: it shows the service and cannot control it. */
export async function openDashboard(options: DashboardOptions): Promise<Result<Dashboard, Diagnostic>> {
  const files = readPageFiles()
  if (!files.ok) return files
  const trends = new Trends(options.statusPublisher)
  const feed = new LiveFeed(options.statusPublisher, trends)
  const server = await openHttp({
    listen: options.listen,
    csp: CSP,
    answer: (asked) => answer(asked, options, feed, files.value),
    always: ({ path }) => path === '/healthz',
    ...(options.hosts === undefined ? {} : { hosts: options.hosts }),
    ...(options.sinceTurn === undefined ? {} : { sinceTurn: options.sinceTurn }),
    ...(options.onTrouble === undefined ? {} : { onError: options.onTrouble }),
  })
  if (!server.ok) return server
  const { url, port } = server.value
  const endTrends = trends.start()
  return ok({
    url,
    port,
    load: () => ({ ...server.value.load(), pages: feed.readers }),
    close: () => {
      endTrends()
      feed.close()
      return server.value.close()
    },
  })
}

async function answer(
  { path }: GuardedRequest,
  options: DashboardOptions,
  feed: LiveFeed,
  files: ReadonlyMap<string, BodyReply>,
): Promise<Reply> {
  const file = files.get(path)
  if (file !== undefined) return file
  if (path === '/api/events') return { kind: 'stream', open: (stream) => feed.open(stream) }
  if (path === '/api/snapshot') return jsonReply(options.statusPublisher.status())
  if (path === '/api/episodes') return jsonReply(await options.episodes())
  if (path === '/api/field.json') return jsonReply(options.field?.() ?? null)
  if (path === '/api/map.json') return jsonReply(options.map?.() ?? null)
  if (path === '/api/picture.jpg') return picture(options.statusPublisher)
  if (path === '/healthz') return health(options.statusPublisher)
  const [, hash = '', as] = /^\/api\/tree\/([0-9a-f]{8,64})\.(xml|svg)$/.exec(path) ?? []
  const tree = hash === '' ? undefined : options.tree(hash)
  if (tree === undefined) return textReply(404, 'no such page')
  return as === 'svg' ? treePicture(tree, options.draw) : treeText(tree)
}

function picture(statusPublisher: StatusView): BodyReply {
  const taken = statusPublisher.picture()
  if (taken === undefined) return textReply(404, 'there is no picture yet')
  return { kind: 'body', status: 200, type: 'image/jpeg', body: taken.jpeg }
}

/** For monitoring systems: 200 while nothing is red, else 503 and what is wrong. */
function health(statusPublisher: StatusView): BodyReply {
  const red = statusPublisher.status().health.filter(({ state }) => state === 'late' || state === 'failed')
  if (red.length === 0) return textReply(200, 'ok')
  return textReply(503, red.map(({ id, state, text }) => `${id} ${state} ${text}`.trimEnd()).join('\n'))
}
