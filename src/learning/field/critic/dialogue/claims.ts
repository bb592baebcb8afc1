import type { ZoneId } from '#base/field-map.js'
import type { CriticMode } from '#learning/critic/report.js'

/**
 * What the execution trace and the sensors SAY was done, in a closed vocabulary: the critic's text input. Whether it is
 * true, the picture must show.
 */
export interface Claims {
  readonly mode: CriticMode
  /** per zone id 1…8 */
  readonly zones: ReadonlyMap<ZoneId, ZoneClaim>
  readonly track: 'untouched' | 'moved' | 'push-failed'
  /** whether some zone of this field counts only with the shelf at its target */
  readonly shelfNeeded: boolean
  /** where the last successful move ended; `lost` after a failed move */
  readonly robotAt: RobotPlace | 'lost'
  readonly late: boolean
}

export type RobotPlace = ZoneId | 'home' | 'elsewhere'

export const ZONE_CLAIMS = [
  /** no such zone on this field */
  'absent',
  /** load zone: nothing tried */
  'waiting',
  /** load zone: the move to it failed */
  'waiting-unreached',
  'loaded',
  'load-failed',
  /** unload zone: nothing tried */
  'free',
  'free-unreached',
  /** unload zone: number of blocks released there, according to the vacuum sensors */
  'filled0',
  'filled1',
  'filled2',
  'filled3',
  'filled4',
  'unload-failed',
] as const
export type ZoneClaim = (typeof ZONE_CLAIMS)[number]

/** Number of zones that the critic's model knows, with ids from 1. */
const ZONE_COUNT = 8
export const zoneIds: readonly ZoneId[] = Array.from({ length: ZONE_COUNT }, (_, i) => i + 1)

/** The claims as input to the model: always the same words in the same positions. */
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

/** number of words of `claimsLine`, always the same */
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
