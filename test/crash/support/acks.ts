import { sha256 } from '#base/hash.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { RunLog } from '#runtime/run-log.js'
import { forwarded } from './mission.js'

/** What a killed process had promised, one line of its output each. After this word it must never be lost. */
export type Ack =
  | { readonly what: 'run'; readonly key: string }
  | { readonly what: 'tree'; readonly hash: string }
  | { readonly what: 'frame'; readonly episode: number; readonly id: string; readonly sha: string }
  | {
      readonly what: 'issued'
      readonly episode: number
      readonly session: number | string
      readonly id: number
    }
  /** the first byte of the command is on the wire: the robot may move */
  | {
      readonly what: 'wire'
      readonly episode: number
      readonly session: number | string
      readonly id: number
    }
  | { readonly what: 'commit'; readonly episode: number; readonly sha: string }
  /** the policy manager counted a start of this tree, before it ran */
  | { readonly what: 'trial'; readonly hash: string; readonly started: number }
  | { readonly what: 'promoted'; readonly hash: string }
  | { readonly what: 'done' }

const MARK = 'ACK '

export const ackLine = (ack: Ack): string => `${MARK}${JSON.stringify(ack)}\n`

/** @param text what the process printed; a line that it did not finish was not said */
export const readAcks = (text: string): Ack[] =>
  text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => (line.startsWith(MARK) ? [JSON.parse(line.slice(MARK.length)) as Ack] : []))

/** The hash of the trace is added when the record is stored. */
export const recordSha = ({ traceHash: _, momentsHash: __, ...record }: EpisodeRecord): string =>
  sha256(JSON.stringify(record))

/**
 * The same log, which says each thing aloud once the promise of `RunLog` holds for it.
 * @param trees when a tree is on the disk: when `saveTree` returns, or with the next episode
 */
export function acknowledged(
  log: RunLog,
  say: (ack: Ack) => void,
  trees: 'at once' | 'with episode',
): RunLog {
  const frames = new Map<number, Ack[]>()
  const saved: Ack[] = []
  return {
    ...forwarded(log),
    command: (entry) => {
      log.command(entry)
      const { kind, episode, session, id } = entry
      if (kind === 'issued') say({ what: 'issued', episode, session, id })
    },
    saveTree: (hash, xml) => {
      log.saveTree(hash, xml)
      saved.push({ what: 'tree', hash })
      if (trees === 'at once') for (const ack of saved.splice(0)) say(ack)
    },
    saveFrame: async (episode, id, jpeg) => {
      await log.saveFrame(episode, id, jpeg)
      const of = frames.get(episode) ?? []
      frames.set(episode, [...of, { what: 'frame', episode, id, sha: sha256(jpeg) }])
    },
    commit: async (record) => {
      // what comes while the disk is at work is not promised by this episode
      const before = [...saved.splice(0), ...(frames.get(record.episode) ?? [])]
      frames.delete(record.episode)
      await log.commit(record)
      for (const ack of before) say(ack)
      say({ what: 'commit', episode: record.episode, sha: recordSha(record) })
    },
  }
}
