import { SHOWN_COLOURS } from '#base/field-settings.js'
import { Scalar } from 'yaml'

/** A flat key of version 0 and where it moves in version 1. */
export interface FlatKey {
  readonly to: readonly [section: string, key: string]
  /** another key that setting this one implied */
  readonly also?: readonly [section: string, key: string, value: string]
  /** converts the value to its version 1 form */
  readonly value?: (old: unknown) => unknown
}

/** Version 0: the options of `graft run` as flat keys in a file, before the configuration had sections. */
export const VERSION_0: Readonly<Record<string, FlatKey>> = {
  serial: { to: ['robot', 'devices'], also: ['robot', 'body', 'serial'] },
  reconnect: { to: ['robot', 'reconnectSeconds'] },
  faults: { to: ['robot', 'faults'] },
  camera: { to: ['camera', 'device'], also: ['camera', 'source', 'v4l2'] },
  field: { to: ['field', 'id'] },
  fields: { to: ['field', 'file'] },
  tree: { to: ['policy', 'tree'] },
  actor: { to: ['models', 'actor'] },
  criticModel: { to: ['models', 'criticModel'] },
  actorModel: { to: ['models', 'actorModel'] },
  models: { to: ['models', 'dir'] },
  episodes: { to: ['run', 'episodes'] },
  seed: { to: ['run', 'seed'] },
  [SHOWN_COLOURS.key]: { to: ['run', SHOWN_COLOURS.key] },
  strictAlg1: { to: ['run', 'strictAlg1'] },
  untilClean: { to: ['run', 'untilClean'] },
  wire: { to: ['recording', 'wire'] },
  out: { to: ['store', 'dir'] },
  port: {
    to: ['console', 'listen'],
    value: (old) => (typeof old === 'number' ? `tcp://127.0.0.1:${old}` : old),
  },
}

/** Returns a scalar with a new value that keeps the position and comments of the old one. */
export function replaceScalar(old: Scalar, value: unknown): Scalar {
  const scalar = new Scalar(value)
  for (const part of ['range', 'comment', 'commentBefore'] as const) {
    const kept = old[part]
    if (kept !== undefined && kept !== null) Object.assign(scalar, { [part]: kept })
  }
  return scalar
}
