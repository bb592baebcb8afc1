import type { NodeDef } from '#bt/document.js'
import type { Status } from '#bt/status.js'
import type { Change } from './figure.js'

export interface Paint {
  readonly fill: string
  readonly stroke: string
  readonly ink: string
}

export const INK = '#1f2933'
export const QUIET = '#52606d'
export const LINE = '#9aa5b1'

/** The background of a node's symbol. */
export const KIND_PAINT: Readonly<Record<NodeDef['kind'], Paint>> = {
  control: { fill: '#e4e9f2', stroke: '#7b8794', ink: '#243b53' },
  decorator: { fill: '#ece7f6', stroke: '#8a7bab', ink: '#44337a' },
  action: { fill: '#ffffff', stroke: '#7b8794', ink: INK },
  condition: { fill: '#e0f2f1', stroke: '#4f8a86', ink: '#134e4a' },
  subtree: { fill: '#e6eefb', stroke: '#5b82b8', ink: '#1e3a68' },
}

/** Each change also has a sign next to the title, so that nothing depends on colour alone. */
export const CHANGE_PAINT: Readonly<Record<Exclude<Change, 'same'>, Paint & { readonly sign: string }>> = {
  added: { fill: '#e3f6e8', stroke: '#2f855a', ink: '#1c5236', sign: '+' },
  removed: { fill: '#fdeaea', stroke: '#c53030', ink: '#8b1f1f', sign: '−' },
  changed: { fill: '#fff4d6', stroke: '#b7791f', ink: '#744210', sign: '±' },
  'moved away': { fill: '#fdeaea', stroke: '#c53030', ink: '#8b1f1f', sign: '↷' },
  'moved here': { fill: '#e3f6e8', stroke: '#2f855a', ink: '#1c5236', sign: '↷' },
}

export const STATUS_PAINT: Readonly<Partial<Record<Status, Paint>>> = {
  RUNNING: { fill: '#fff4d6', stroke: '#b7791f', ink: '#744210' },
  SUCCESS: { fill: '#e3f6e8', stroke: '#2f855a', ink: '#1c5236' },
  FAILURE: { fill: '#fdeaea', stroke: '#c53030', ink: '#8b1f1f' },
  SKIPPED: { fill: '#f0f0f0', stroke: '#9aa5b1', ink: '#52606d' },
}
