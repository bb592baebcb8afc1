import type { Percentiles } from '../stop/percentiles.js'
import { BARS, type Figures, type Half } from './figures.js'
import type { Resident } from './memory.js'

/** What was measured under which circumstances. */
export interface About {
  readonly rank: string
  readonly minutes: number
  readonly missions: number
  /** requests of the operator other than `stop` */
  readonly unanswered: number
  /** how often the viewer began what */
  readonly tally: Readonly<Record<string, number>>
  readonly load: string
}

export function table(figures: Figures, about: About, warnings: readonly string[]): string {
  const { without, with: withOne, lateness, grownMB } = figures
  const head = `${''.padEnd(42)}${['n', 'p50', 'p99', 'p99.9', 'max'].map((v) => v.padStart(9)).join('')}\n`
  const rows = [
    ['without a viewer', without],
    ['with a viewer', withOne],
  ] as const
  return [
    `${about.minutes} min with a viewer and as long without, in turns; ` +
      `${about.missions} missions; ${about.rank}; load ${about.load}\n`,
    head,
    ...rows.flatMap(([name, half]) => linesOf(name, half)),
    `lateness ${lateness} times (at most ${BARS.lateness}), main process ${grownMB} MB more (at most ` +
      `${BARS.grownMB}), `,
    `stop p99 ${withOne.stop.p99} ms (at most ${BARS.stopP99Ms}), ${withOne.stopsRefused} without a good ` +
      `answer; ${about.unanswered} other requests without an answer\n`,
    `the viewer: ${Object.entries(about.tally)
      .map(([what, n]) => `${what} ${n}`)
      .join(', ')}\n`,
    `the service: ${warnings.length} warnings\n${warnings.slice(-5).join('\n')}\n`,
  ].join('')
}

const linesOf = (name: string, half: Half): readonly string[] => [
  line(name, 'reflex loop late, ms', half.reflex),
  line(name, 'timer late, ms', half.eventLoop),
  line(name, 'stop, ms', half.stop),
  line(name, 'stop of motion, ms', half.stopMoving),
  resident(name, 'main process, MB', half.main),
  resident(name, 'console process, MB', half.console),
]

const line = (name: string, what: string, { n, p50, p99, p999, max }: Percentiles): string =>
  `${name.padEnd(18)}${what.padEnd(24)}${[n, p50, p99, p999, max].map((v) => String(v).padStart(9)).join('')}\n`

const resident = (name: string, what: string, { before, peak, after }: Resident): string =>
  `${name.padEnd(18)}${what.padEnd(24)}before ${before}, peak ${peak}, after ${after}\n`
