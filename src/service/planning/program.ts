import { serveSide } from '#adapters/side-process/serve-side.js'
import type { LessonReader, MemoryRow } from '#memory/lesson-book.js'
import type { DataDomain } from '#worlds/assemble.js'
import { readDomain } from '#worlds/files/read-domain.js'
import type { OrderAnswer, OrderRequest } from './jobs.js'
import { answerOrder } from './plan-order.js'

/** the world that was read last: a service has one */
let kept: { readonly folder: string; readonly domain: DataDomain } | undefined

async function answer({ world, job, memory }: OrderRequest): Promise<OrderAnswer> {
  if (kept?.folder !== world) {
    const read = await readDomain(world)
    if (!read.ok) return { kind: 'wrong', problems: read.error }
    kept = { folder: world, domain: read.value }
  }
  return answerOrder(job, kept.domain, readerOf(memory))
}

const readerOf = (rows: readonly MemoryRow[]): LessonReader => ({
  memories: (kind, field) =>
    rows.flatMap(({ json, ...row }) =>
      row.kind === kind && json !== null && (field === undefined || row.field === field)
        ? [{ field: row.field, key: row.key, json }]
        : [],
    ),
})

process.title = 'graft orders'
serveSide(answer)
