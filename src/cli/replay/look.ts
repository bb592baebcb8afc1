import { writeOut } from '#adapters/files/write-out.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { visibleInLine } from '#base/visible.js'
import { drawTree } from '#bt-tools/draw/draw.js'
import { mainTree } from '#bt/paths.js'
import type { Io } from '#terminal/io.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { paintFor, printable } from '#terminal/paint.js'
import { Finder } from './find.js'
import { MomentWatch, type Moment } from './moment.js'
import { momentText, seconds } from './moment-text.js'
import { reExecute, type ReplayWatch, type ReplayWorld } from './re-execute.js'
import type { StoredEpisode } from './stored-episode.js'
import { TimelineWatch, timelineLine } from './timeline-text.js'

export interface LookOptions {
  /** ms of the episode's clock */
  readonly at?: number
  readonly until?: number
  readonly find?: string
  /** SVG file for the tree at that time */
  readonly svg?: string
  readonly json: boolean
}

/** Shows the state of an episode at one time. */
export async function look(
  stored: StoredEpisode,
  world: ReplayWorld,
  options: LookOptions,
  io: Io,
): Promise<ExitCode | Diagnostic> {
  const { json, find, until } = options
  const moments = new MomentWatch(stored.record.treeHash)
  const finder = find === undefined ? undefined : new Finder(find, moments)
  const at = options.at ?? Infinity
  const tell: ConstructorParameters<typeof TimelineWatch>[2] = (t, what, text) =>
    void io.out.write(
      `${json ? JSON.stringify({ type: 'event', t, what, text }) : timelineLine(t, what, text)}\n`,
    )
  const timeline = until === undefined ? undefined : new TimelineWatch(Math.min(at, until), until, tell)
  let moment: Moment | undefined
  let last: Moment | undefined
  const played = await reExecute(stored, world, {
    ...together([
      moments,
      ...(finder === undefined ? [] : [finder]),
      ...(timeline === undefined ? [] : [timeline]),
    ]),
    turn: (t) => {
      finder?.turn(t)
      const before = last
      last = moments.now(t)
      if (finder?.found !== undefined || t === at) moment ??= last
      // no turn began exactly then: use the newest one before it
      else if (t > at) moment ??= before ?? last
      return moment !== undefined && t > (until ?? 0)
    },
  })
  if (!played.ok) return played.error
  if (finder !== undefined && finder.found === undefined) {
    io.err.write(
      `${JSON.stringify(find)} occurs in no node, fact, refusal or report of episode ${stored.record.episode}\n`,
    )
    return EXIT.no
  }
  if (moment === undefined && last !== undefined)
    io.err.write(`the episode ends at ${seconds(last.t)}: this is its last moment\n`)
  const shown = moment ?? last
  if (shown === undefined) return EXIT.ok
  io.out.write(shownText({ shown, found: finder?.found, json, episode: stored.record.episode }, io))
  const failed = options.svg === undefined ? undefined : picture(options.svg, stored, shown, io)
  return failed ?? EXIT.ok
}

interface Shown {
  readonly shown: Moment
  readonly found: Finder['found']
  readonly json: boolean
  readonly episode: number
}

function shownText({ shown, found, json, episode }: Shown, io: Io): string {
  if (json) return `${JSON.stringify({ type: 'moment', episode, ...(found && { found }), ...shown })}\n`
  const head = found === undefined ? '' : `${seconds(found.t)}  ${found.what}  ${printable(found.text)}\n\n`
  return head + momentText(shown, paintFor(io.out, io.env))
}

/** Draws the main tree, each SubTree as a single node. @returns why the file could not be written */
function picture(
  path: string,
  { doc, record }: StoredEpisode,
  { t, tree }: Moment,
  io: Io,
): Diagnostic | undefined {
  const root = mainTree(doc)?.root
  if (root === undefined) return undefined
  const at = new Map(tree.nodes.map((node) => [node.path, node.status]))
  const title = `episode ${record.episode} at ${seconds(t)}`
  const svg = drawTree(root, { title, statusAt: (indices) => at.get(`/${indices.join('/')}`) })
  const failed = writeOut(path, svg)
  if (failed !== undefined) return failed
  io.err.write(`the tree at that moment: ${visibleInLine(path)}\n`)
  return undefined
}

/** Combines several watches into one. */
const together = (all: readonly ReplayWatch[]): ReplayWatch => ({
  prepared: (parts) => all.forEach((each) => each.prepared?.(parts)),
  event: (event) => all.forEach((each) => each.event?.(event)),
  step: (step) => all.forEach((each) => each.step?.(step)),
  command: (entry) => all.forEach((each) => each.command?.(entry)),
  refusal: (refusal) => all.forEach((each) => each.refusal?.(refusal)),
})
