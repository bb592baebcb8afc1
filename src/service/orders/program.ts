import { serveSide } from '#adapters/side-process/serve-side.js'
import type { DataDomain } from '#worlds/assemble.js'
import { readDomain } from '#worlds/files/read-domain.js'
import type { OrderAnswer, OrderRequest } from './jobs.js'
import { answerOrder } from './plan-order.js'

/** the world that was read last: a service has one */
let kept: { readonly folder: string; readonly domain: DataDomain } | undefined

async function answer({ world, ...asked }: OrderRequest): Promise<OrderAnswer> {
  if (kept?.folder !== world) {
    const read = await readDomain(world)
    if (!read.ok) return { kind: 'wrong', problems: read.error }
    kept = { folder: world, domain: read.value }
  }
  return answerOrder(asked, kept.domain)
}

process.title = 'graft orders'
serveSide(answer)
