import {
  CameraCalibration,
  CompressedImage,
  FrameTransforms,
  Log,
  SceneUpdate,
} from '@foxglove/schemas/jsonschema.js'

/** A message type known to viewers, with its JSON schema. */
export interface MessageSchema {
  readonly name: string
  readonly schema: object
}

export const LOG: MessageSchema = { name: 'foxglove.Log', schema: Log }
export const IMAGE: MessageSchema = { name: 'foxglove.CompressedImage', schema: CompressedImage }
export const CALIBRATION: MessageSchema = { name: 'foxglove.CameraCalibration', schema: CameraCalibration }
export const TRANSFORMS: MessageSchema = { name: 'foxglove.FrameTransforms', schema: FrameTransforms }
export const SCENE: MessageSchema = { name: 'foxglove.SceneUpdate', schema: SceneUpdate }

const text = { type: 'string' }
const number = { type: 'number' }
const whole = { type: 'integer' }
const texts = { type: 'array', items: text }

/** One status change of one node of the tree. */
export const NODE: MessageSchema = own('graft.NodeStatus', {
  status: text,
  label: text,
  path: text,
  attempt: whole,
  reason: text,
})
/** The tree's current activity: the running leaves, and the path to them. */
export const RUNNING: MessageSchema = own('graft.Running', { text, leaves: texts, chain: text })
export const UNIT: MessageSchema = own('graft.Unit', { unit: text, hash: text })
export const MODE: MessageSchema = own('graft.Mode', { mode: text, from: text, by: text, activity: text })
export const SCORE: MessageSchema = own('graft.Score', {
  total: number,
  episode: whole,
  final: { type: 'boolean' },
})
export const LINK: MessageSchema = own('graft.Link', {
  status: text,
  silentMs: { type: ['number', 'null'] },
  text,
  counters: { type: ['object', 'null'], additionalProperties: number },
  controller: { type: ['object', 'null'], additionalProperties: number },
  degraded: whole,
})
const late = object({ count: whole, p50: number, p99: number, p999: number, max: number })
export const TIMING: MessageSchema = own('graft.Timing', {
  eventLoop: late,
  stood: whole,
  reflex: { ...late, type: ['object', 'null'] },
  heartbeat: object({ count: whole, worstMs: number, over120: whole, over200: whole }),
})
export const ALARM: MessageSchema = own('graft.Alarm', {
  id: text,
  reasons: texts,
  mode: text,
  step: whole,
  s: number,
  c: number,
  text,
  acknowledgedBy: text,
})

/** The diagnostics panels expect this ROS type, whatever the encoding. */
export const DIAGNOSTICS: MessageSchema = {
  name: 'diagnostic_msgs/DiagnosticArray',
  schema: object({
    header: object({ stamp: object({ sec: whole, nsec: whole }), frame_id: text }),
    status: {
      type: 'array',
      items: object({
        level: whole,
        name: text,
        message: text,
        hardware_id: text,
        values: { type: 'array', items: object({ key: text, value: text }) },
      }),
    },
  }),
}

function own(name: string, properties: Readonly<Record<string, object>>): MessageSchema {
  return { name, schema: { title: name, ...object(properties) } }
}

function object(properties: Readonly<Record<string, object>>): object {
  return { type: 'object', properties, required: Object.keys(properties) }
}
