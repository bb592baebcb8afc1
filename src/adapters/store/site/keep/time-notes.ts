import { z } from 'zod'
import type { Database } from '../database/sqlite.js'
import type { Sql } from '../writer/jobs.js'
import { KnownTime, type TimeNotes } from './known-time.js'

/** Restores the store's known time; without stored notes, it starts at the time of the newest row. */
export function readKnownTime(db: Database, wall: number, uptime: number): KnownTime {
  const kept = db.prepare('SELECT value FROM meta WHERE key = ?').get(KEY)?.['value']
  return new KnownTime(
    (typeof kept === 'string' ? notesIn(kept) : undefined) ?? {
      known: newestRow(db) ?? wall,
      leads: [],
      ofHour: 0,
    },
    uptime,
  )
}

export const timeRow = (time: KnownTime): Sql => ({
  sql: 'INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)',
  values: [KEY, JSON.stringify(time.notes)],
})

function notesIn(text: string): TimeNotes | undefined {
  try {
    return NOTES.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function newestRow(db: Database): number | undefined {
  const newest = db
    .prepare(
      'SELECT max(at) AS at FROM (SELECT max(at) AS at FROM episodes UNION SELECT max(begun) FROM runs)',
    )
    .get()?.['at']
  return typeof newest === 'number' ? newest : undefined
}

const KEY = 'time'
const NOTES = z.object({ known: z.number(), leads: z.array(z.number()), ofHour: z.number() })
