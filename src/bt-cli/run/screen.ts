import type { Tree } from '#bt/engine/tree.js'
import type { NodeLibrary } from '#bt/library.js'
import { transitionLine } from '#bt-tools/monitor/status-code.js'
import type { TraceEvent } from '#bt/trace.js'
import { LocalWatch } from '../live/local.js'
import { paintFor, printable, type Paint } from '#terminal/paint.js'
import { plural } from '#app/command-line/words.js'
import type { Io } from '#terminal/io.js'
import { LastPicture } from './last-picture.js'
import type { Mock } from '#app/models/mocks.js'

/** What is reported before the first tick. */
interface RunStart {
  readonly file: string
  readonly tree: string
  readonly nodes: number
  readonly mocks: readonly Mock[]
  /** address for Groot2 and `graft bt watch` */
  readonly monitor: string | undefined
}

/** The output of a run: terminal, log or program. */
export interface Screen {
  start(start: RunStart, tree: Tree, library: NodeLibrary): void
  event(event: TraceEvent): void
  /** after each tick of the root */
  tick(): void
  key(key: string): void
  close(): void
}

export function createScreen(
  io: Io,
  { json, title }: { readonly json: boolean; readonly title: string },
): Screen {
  if (json) return new JsonScreen(io)
  const moves = io.out.isTTY === true && io.env['TERM'] !== 'dumb' && (io.env['CI'] ?? '') === ''
  return moves ? new LiveScreen(io, title) : new LineScreen(io)
}

/** One JSON object per line: `start`, then one `transition` per status change; the caller adds `end`. */
class JsonScreen implements Screen {
  readonly #io: Io

  constructor(io: Io) {
    this.#io = io
  }

  start(start: RunStart): void {
    this.#say({ type: 'start', ...start })
  }

  event(event: TraceEvent): void {
    this.#say({ type: 'transition', ...event })
  }

  tick(): void {
    // the transitions say everything
  }

  key(): void {
    // not interactive
  }

  close(): void {
    // every line was final
  }

  #say(event: object): void {
    this.#io.out.write(`${JSON.stringify(event)}\n`)
  }
}

/** One line per status change, for pipes and logs. */
class LineScreen implements Screen {
  readonly #io: Io
  readonly #paint: Paint

  constructor(io: Io) {
    this.#io = io
    this.#paint = paintFor(io.out, io.env)
  }

  start(start: RunStart): void {
    this.#io.out.write(startLines(start))
  }

  event({ t, node, path, from, to, reason, args }: TraceEvent): void {
    // a node that goes back to idle after its result was reported is no news
    if (to === 'IDLE' && from !== 'RUNNING') return
    const inputs = Object.entries(args).map(([name, value]) => `${name}=${printable(value, 40)}`)
    const more = [
      ...(from === 'IDLE' ? inputs : []),
      ...(reason === undefined ? [] : [`(${printable(reason, 80)})`]),
    ]
    const line = transitionLine({ seconds: t / 1000, name: `${path} ${node}`, from, to }, (status, text) =>
      status === 'SUCCESS' ? this.#paint.good(text) : status === 'FAILURE' ? this.#paint.bad(text) : text,
    )
    this.#io.out.write(`${[line, ...more].join('  ')}\n`)
  }

  tick(): void {
    // every change was reported when it happened
  }

  key(): void {
    // nothing to scroll
  }

  close(): void {
    // every line was final
  }
}

/** Redraws the tree in place. */
class LiveScreen implements Screen {
  readonly #io: Io
  readonly #watch: LocalWatch
  readonly #begin = performance.now()
  #drawn = -Infinity
  #last: LastPicture | undefined

  constructor(io: Io, title: string) {
    this.#io = io
    this.#watch = new LocalWatch({ title, json: false }, io.out, io.env)
  }

  start(start: RunStart, tree: Tree, library: NodeLibrary): void {
    this.#io.out.write(startLines(start))
    this.#last = new LastPicture(tree, library)
    this.#watch.show(tree, library, this.#now())
  }

  event(): void {
    // drawn in the next frame
  }

  tick(): void {
    const now = this.#now()
    if (now - this.#drawn < FRAME_MS) return
    this.#drawn = now
    this.#watch.draw(now)
  }

  key(key: string): void {
    this.#watch.key(key, this.#now())
  }

  close(): void {
    this.#watch.close()
    this.#io.out.write(this.#last?.text(this.#io) ?? '')
  }

  #now(): number {
    return Math.round(performance.now() - this.#begin)
  }
}

/** fast enough for the eye */
const FRAME_MS = 50

function startLines({ file, tree, nodes, mocks, monitor }: RunStart): string {
  const lines = [
    `${printable(file)}: tree ${printable(tree)}, ${plural(nodes, 'node')}`,
    ...mocks.map(({ id, does }) => `  MOCK ${id}: ${does}`),
    ...(monitor === undefined ? [] : [`  watch it: graft bt watch ${monitor}, or Groot2`]),
  ]
  return `${lines.join('\n')}\n`
}
