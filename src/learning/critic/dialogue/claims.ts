import type { ZoneId } from '#base/field-map.js'
import type { CriticMode } from '../report.js'

/**
 * What the execution trace and the sensors SAY was done, in a closed vocabulary: the critic's text input. Whether it
 * is so, the picture must show.
 */
export interface Claims {
  readonly mode: CriticMode
  /** per zone id 1…8 */
  readonly zones: ReadonlyMap<ZoneId, ZoneClaim>
  readonly track: 'untouched' | 'moved' | 'push-failed'
  /** whether some zone of this field counts only with the shelf at its target */
  readonly shelfNeeded: boolean
  /** where the last successful move ended; `lost` after a move that failed */
  readonly robotAt: RobotPlace | 'lost'
  readonly late: boolean
}

export type RobotPlace = ZoneId | 'home' | 'elsewhere'

export const ZONE_CLAIMS = [
  /** no such zone on this field */
  'absent',
  /** load zone: nothing was tried */
  'waiting',
  /** load zone: the move to it failed */
  'waiting-unreached',
  'loaded',
  'load-failed',
  /** unload zone: nothing was tried */
  'free',
  'free-unreached',
  /** unload zone: so many blocks were released there, as far as the vacuum sensors know */
  'filled0',
  'filled1',
  'filled2',
  'filled3',
  'filled4',
  'unload-failed',
] as const
export type ZoneClaim = (typeof ZONE_CLAIMS)[number]

/** The critic's model knows this many zones, with ids from 1. */
const ZONE_COUNT = 8
export const zoneIds: readonly ZoneId[] = Array.from({ length: ZONE_COUNT }, (_, i) => i + 1)

/** The claims as the model reads them: always the same words in the same places. */
export function claimsLine(claims: Claims): string {
  const zones = zoneIds.flatMap((id) => [`z${id}`, claims.zones.get(id) ?? 'absent'])
  const robot = typeof claims.robotAt === 'number' ? `z${claims.robotAt}` : claims.robotAt
  return [
    claims.mode,
    ...zones,
    'track',
    claims.track,
    claims.shelfNeeded ? 'needed' : 'unneeded',
    'robot',
    robot,
    'time',
    claims.late ? 'late' : 'in-time',
  ].join(' ')
}

/** words of `factsLine`, always the same number */
export const FACT_COUNT = 1 + 2 * ZONE_COUNT + 3 + 2 + 2

export const FACT_WORDS: readonly string[] = [
  'initial',
  'intermediate',
  'final',
  ...zoneIds.map((id) => `z${id}`),
  ...ZONE_CLAIMS,
  'track',
  'untouched',
  'moved',
  'push-failed',
  'needed',
  'unneeded',
  'robot',
  'home',
  'elsewhere',
  'lost',
  'time',
  'in-time',
  'late',
]
