/**
 * What the referee says of a finished episode: the only input of the score (VRL-18). In simulation it is ground
 * truth, on a robot it comes from sensors and an operator. It never reaches critic or actor (AMB-40).
 */
export interface EpisodeOutcome {
  readonly source: 'ground-truth' | 'sensors'
  /** seconds from the first motion command to the end; 0 when nothing moved */
  readonly operatingSeconds: number
  /** blue up, at least partly inside a valid unload zone (AMB-15) */
  readonly correct: number
  /** orange up inside a valid unload zone, or any block inside an unload zone that does not count (AMB-14, AMB-18) */
  readonly incorrect: number
  /** outside any zone */
  readonly outside: number
  /** unload actions that released four blocks, all correct (AMB-17) */
  readonly fullBatches: number
  readonly robotHome: boolean
  readonly leftHome: boolean
  readonly blocksUnloaded: number
  readonly shelfAtTarget: boolean
}
