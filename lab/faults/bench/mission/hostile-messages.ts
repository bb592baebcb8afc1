import type { Rng } from '#base/random.js'
import { CATALOGUE, type CommandName } from '#console/catalogue.js'

/**
 * One message of a viewer who means harm: of a role that is not theirs, too large, too deep, cut, spoilt, or
 * simply one too many.
 */
export function hostileMessage(rng: Rng): Uint8Array {
  switch (rng.int(9)) {
    case 0:
      return request(rng.pick(OF_OTHERS), {})
    case 1:
      return Buffer.alloc(rng.int(40_000), rng.int(256))
    case 2:
      return Buffer.from(Array.from({ length: rng.int(300) }, () => rng.int(256)))
    case 3:
      return Buffer.from('['.repeat(1 + rng.int(8000)))
    case 4: {
      const whole = request('news', { after: 0, limit: 500 })
      return whole.subarray(0, rng.int(whole.length))
    }
    case 5: {
      const spoilt = request(rng.pick(OF_OTHERS), { token: 'x', field: 'F1' })
      for (let left = 1 + rng.int(4); left > 0; left--) spoilt[rng.int(spoilt.length)] = rng.int(256)
      return spoilt
    }
    case 6:
      return request('news', {
        limit: rng.pick([500, -1, 1e308, 501]),
        [rng.pick(['__proto__', 'after', 'x'])]: 0,
      })
    case 7:
      return Buffer.from(JSON.stringify(rng.pick(NO_REQUESTS)))
    default:
      return request(rng.pick(OF_VIEWERS), {})
  }
}

/** What an operator may ask at any time and nothing comes of. */
export const harmless = (rng: Rng): Uint8Array => request(rng.pick(['status', 'health', 'news'] as const), {})

function request(cmd: CommandName, params: object): Buffer {
  return Buffer.from(JSON.stringify({ v: 1, id: 1, cmd, params, by: 'mallory' }))
}

export const STOP: Uint8Array = request('stop', {})

const NO_REQUESTS: readonly unknown[] = [
  null,
  [],
  7,
  {},
  { v: 2, id: 1, cmd: 'status', by: 'mallory' },
  { v: 1, id: -1, cmd: 'status', by: 'mallory' },
  { v: 1, id: 1, cmd: 'status', by: '\u001b[2J' },
  { v: 1, id: 1, cmd: 'status', by: 'mallory', role: 'operator' },
  { v: 1, id: 1, cmd: 'constructor', by: 'mallory' },
]
const COMMANDS = Object.keys(CATALOGUE) as CommandName[]
const OF_VIEWERS = COMMANDS.filter((name) => CATALOGUE[name].role === 'viewer')
const OF_OTHERS = COMMANDS.filter((name) => CATALOGUE[name].role !== 'viewer')
