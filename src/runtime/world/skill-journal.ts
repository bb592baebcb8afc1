import type { DriverJournalEntry } from '#drivers/session/driver-event.js'
import type { DriverSessionOptions } from '#drivers/session/session-options.js'
import type { RunLog, SkillEntry } from '../run-log.js'

/** What a session with a driver asks of the journal of its commands. */
export type SessionJournal = Pick<DriverSessionOptions, 'journal' | 'journaled'>

/** the words of a driver may be a megabyte long */
const MAX_REASON = 500

/**
 * The journal of an episode's commands, by whether the robot is virtual: its time stands still during disk writes, so
 * results do not depend on the disk; real time does not.
 */
export const skillJournal =
  (log: Pick<RunLog, 'command' | 'backgroundJournal'>, episode: number) =>
  (virtual: boolean): SessionJournal => {
    if (virtual) return { journal: (entry) => log.command({ ...skillEntry(entry), episode }) }
    const background = log.backgroundJournal(episode)
    return {
      journal: (entry) => background.journal(skillEntry(entry)),
      journaled: (id) => background.journaled(id),
    }
  }

/** As it is stored: like a command of the serial line. */
export function skillEntry(entry: DriverJournalEntry): SkillEntry {
  const { at, session } = entry
  if (entry.kind === 'issued') {
    const { id, ...command } = entry.command
    return { kind: 'issued', at, session, id, command: { kind: 'execute', ...command } }
  }
  const { id, state } = entry
  if (typeof state === 'string' || state.reason === undefined)
    return { kind: 'settled', at, session, id, state }
  return { kind: 'settled', at, session, id, state: { ...state, reason: state.reason.slice(0, MAX_REASON) } }
}
