import { Scalar } from 'yaml'

/** One flat key of version 0 and where it belongs in version 1. */
export interface FlatKey {
  readonly to: readonly [section: string, key: string]
  /** what writing it meant besides */
  readonly also?: readonly [section: string, key: string, value: string]
  /** the value as version 1 writes it */
  readonly value?: (old: unknown) => unknown
}

/** Version 0: the options of `graft run` as flat keys of a file, before the service had sections. */
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
  blockInfo: { to: ['run', 'blockInfo'] },
  strictAlg1: { to: ['run', 'strictAlg1'] },
  untilClean: { to: ['run', 'untilClean'] },
  wire: { to: ['recording', 'wire'] },
  out: { to: ['store', 'dir'] },
  port: {
    to: ['console', 'listen'],
    value: (old) => (typeof old === 'number' ? `tcp://127.0.0.1:${old}` : old),
  },
}

/** A scalar with another value in the place of an old one: where it was written, and the words beside it. */
export function inPlaceOf(old: Scalar, value: unknown): Scalar {
  const scalar = new Scalar(value)
  for (const part of ['range', 'comment', 'commentBefore'] as const) {
    const kept = old[part]
    if (kept !== undefined && kept !== null) Object.assign(scalar, { [part]: kept })
  }
  return scalar
}
