import type { Bar } from '../figures/bars.js'
import type { BenchFigures, LadderStep } from '../figures/bench-figures.js'
import type { Estimate } from '../figures/interval.js'
import type { RowFigures } from '../figures/row-figures.js'
import type { Json } from '#base/hash.js'
import type { BenchSettings } from '../settings/settings.js'

/** What `--json` prints as its last line and what `summary.json` holds. Points, shares and seconds as numbers. */
export function benchJson(
  settings: BenchSettings,
  hash: string,
  figures: BenchFigures,
  passed: readonly Bar[],
): Json {
  return {
    type: 'bench-vrl',
    settings: hash,
    version: settings.version,
    fields: settings.fields.map(({ map }) => map.id),
    seeds: settings.seeds,
    episodesPerRun: settings.episodes,
    models: settings.models as unknown as Json,
    rows: figures.rows.map(row),
    paired: figures.steps.map(step),
    bars: passed as unknown as Json,
  }
}

function row({
  configuration,
  runs,
  curve,
  attained,
  lastThree,
  critic,
  edits,
  rolledBack,
}: RowFigures): Json {
  const at = (episode: number): Json => number(attained[Math.min(episode, attained.length) - 1]?.mean)
  return {
    critic: configuration.name.replace(/^(?!scripted)(.*)\+blockinfo$/, '$1'),
    actor: configuration.actor,
    blockInfo: configuration.blockInfo,
    scripted: configuration.critic.kind === 'scripted' || configuration.actor === 'scripted',
    name: configuration.name,
    runs,
    episodes: curve.map(({ mean }) => number(mean)),
    half95: curve.map(({ half }) => number(half)),
    lastThree: number(lastThree),
    attained: attained.map((each) => number(each?.mean)),
    attained3: at(3),
    attained10: at(10),
    idr: number(critic?.idr),
    precision: number(critic?.precision),
    precisionBeforeGrounding: number(critic?.precisionBefore),
    ece: number(critic?.ece),
    confidence: number(critic?.confidence.mean),
    confidenceSd: number(critic?.confidence.sd),
    // of FINAL reports, once an episode; the other two measures of AMB-22 beside it
    alarmRate: number(critic?.alarms.final.all),
    alarmFirst3: number(critic?.alarms.final.firstThree),
    alarmLast3: number(critic?.alarms.final.lastThree),
    alarmsPerCall: number(critic?.alarms.perCall.all),
    alarmsPerCallFirst3: number(critic?.alarms.perCall.firstThree),
    alarmsPerCallLast3: number(critic?.alarms.perCall.lastThree),
    episodesWithAlarm: number(critic?.alarms.perEpisode.all),
    episodesWithAlarmFirst3: number(critic?.alarms.perEpisode.firstThree),
    episodesWithAlarmLast3: number(critic?.alarms.perEpisode.lastThree),
    alarmReasons: (critic?.reasons ?? null) as Json,
    reports: critic?.reports ?? 0,
    editsPerEpisode: number(edits),
    rolledBack: number(rolledBack),
  }
}

const step = ({ ladder, lower, upper, all, lastThree }: LadderStep): Json => ({
  ladder,
  lower,
  upper,
  all: difference(all),
  lastThree: difference(lastThree),
})

const difference = (value: Estimate | undefined): Json =>
  value === undefined ? null : { mean: number(value.mean), half95: number(value.half), pairs: value.n }

/** Six digits are more than the runs can tell. */
const number = (value: number | null | undefined): number | null =>
  value === null || value === undefined || !Number.isFinite(value) ? null : Number(value.toFixed(6))
