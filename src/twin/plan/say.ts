import type { PlannedStep } from '../domain/domain.js'

/** `MoveToZone zone="1"` */
export function sayStep({ skill, args }: Pick<PlannedStep, 'skill' | 'args'>): string {
  return [skill, ...Object.entries(args).map(([port, value]) => `${port}="${value}"`)].join(' ')
}

/** `UnloadBlocks after LoadBlocks`: the pair of steps that does or does not chain (MOD-02). */
export function sayPair(after: PlannedStep | null, step: PlannedStep): string {
  return after === null ? `${sayStep(step)} as the first step` : `${sayStep(step)} after ${sayStep(after)}`
}
