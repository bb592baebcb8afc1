import type { Priority } from '#adapters/mcap/mcap-file.js'
import {
  ALARM,
  CALIBRATION,
  DIAGNOSTICS,
  IMAGE,
  LINK,
  LOG,
  MODE,
  NODE,
  RUNNING,
  SCENE,
  SCORE,
  TIMING,
  TRANSFORMS,
  UNIT,
  type MessageSchema,
} from './schemas.js'

export interface TopicSpec extends MessageSchema {
  readonly worth: Priority
}

/** The topics of every recording; in addition each node of the tree has its own topic (`nodeTopic`). */
export const TOPICS = {
  '/log': { ...LOG, worth: 'word' },
  '/alarm': { ...ALARM, worth: 'word' },
  '/mode': { ...MODE, worth: 'word' },
  '/score': { ...SCORE, worth: 'word' },
  '/bt/running': { ...RUNNING, worth: 'word' },
  '/bt/unit': { ...UNIT, worth: 'word' },
  '/tf': { ...TRANSFORMS, worth: 'pose' },
  '/scene': { ...SCENE, worth: 'pose' },
  '/link': { ...LINK, worth: 'pose' },
  '/timing': { ...TIMING, worth: 'pose' },
  '/health': { ...DIAGNOSTICS, worth: 'pose' },
  '/camera': { ...IMAGE, worth: 'picture' },
  '/camera/calibration': { ...CALIBRATION, worth: 'pose' },
} as const satisfies Readonly<Record<string, TopicSpec>>

export type FixedTopic = keyof typeof TOPICS

export const NODE_TOPIC: TopicSpec = { ...NODE, worth: 'word' }

/**
 * The topic of a node: its path with two digits per level, so that viewers list the tree in order, then its label.
 * Uses only characters that a message path can contain without quotes. `/1/0`, `MoveToZone zone=2` →
 * `/bt/n01_00_MoveToZone_zone_2`
 */
export function nodeTopic(path: string, label: string): `/bt/${string}` {
  const address = path
    .split('/')
    .filter((index) => index !== '')
    .map((index) => index.padStart(2, '0'))
    .join('_')
  const words = label
    // a SubTree without its own name is named after its tree
    .replace(/^SubTree:(.+) "\1"/, '$1')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 60)
  return `/bt/n${address === '' ? '' : `${address}_`}${words === '' ? 'node' : words}`
}

export const isNodeTopic = (topic: string): boolean => /^\/bt\/n(\d\d|[A-Z])/.test(topic)
