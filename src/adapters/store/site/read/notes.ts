import type { Database } from '../database/sqlite.js'

/** What a person did or saw, for the short-term memory of critic and actor (PRAG-06). */
export interface Note {
  readonly run: string | null
  readonly episode: number | null
  readonly field: string
  readonly by: string
  readonly at: number
  readonly kind: 'scene-reset' | 'remark'
  readonly text: string
}

export function readNotes(
  db: Database,
  what: { readonly run: string } | { readonly field: string },
  limit: number,
): readonly Note[] {
  const [column, value] = 'run' in what ? ['run', what.run] : ['field', what.field]
  return db
    .prepare(`SELECT * FROM notes WHERE ${column} = ? ORDER BY id DESC LIMIT ?`)
    .all(value, limit)
    .reverse()
    .map((row) => ({
      run: row['run'] === null ? null : String(row['run']),
      episode: row['episode'] === null ? null : Number(row['episode']),
      field: String(row['field']),
      by: String(row['by_name']),
      at: Number(row['at']),
      kind: String(row['kind']) as Note['kind'],
      text: String(row['text']),
    }))
}
