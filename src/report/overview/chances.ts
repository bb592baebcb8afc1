import { chanceCells, chanceRows } from '#app/world/memory/chance-rows.js'
import { chancesIn } from '#app/world/memory/skill-chances.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { Html } from '../html.js'
import { table } from '../table.js'

/** How often steps failed, beside what the world declares; nothing where nothing was counted. */
export function chancesTable(records: readonly Pick<EpisodeRecord, 'memory'>[]): Html | null {
  const rows = chanceRows(chancesIn(records.at(-1)?.memory) ?? {})
  if (rows.length === 0) return null
  return table<(typeof rows)[number]>({
    caption: 'Chances: how often steps failed in this run, in the ways that the world declares under fails:',
    columns: [
      { head: 'skill', kind: 'name', cell: ({ skill }) => skill },
      { head: 'way of failing', cell: ({ way }) => way },
      ...(['declared', 'tries', 'seen', 'estimate', 'interval'] as const).map((name) => ({
        head: name === 'interval' ? '95 %' : name,
        kind: 'number' as const,
        cell: (row: (typeof rows)[number]) => chanceCells(row)[name],
      })),
      { head: 'remark', kind: 'why', cell: (row) => chanceCells(row).note },
    ],
    groups: [{ rows }],
  })
}
