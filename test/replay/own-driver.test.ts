import { expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { replayInData } from '#cli/replay/data-world.js'

it.each(['driver', 'real'])(
  'a run of a driver of its own (%s) is refused before its world is looked for, with what shows it',
  async (faults) => {
    const setup = {
      world: 'no-such-world',
      task: 'fetch',
      robot: 'cart',
      scenario: null,
      digest: '',
      nodes: [],
    }
    const manifest = { key: 'cart-fetch-s1-0a', faults, field: { id: 'cart/fetch', setup } } as never
    const replayed = await replayInData(manifest, undefined, () => undefined)
    const said = replayed.ok ? '' : formatDiagnostic(replayed.error)
    expect(said).toContain('replay.own-driver: cart-fetch-s1-0a cannot be run again')
    expect(said).toContain('graft report cart-fetch-s1-0a')
    expect(said).toContain('graft tap cart-fetch-s1-0a')
    expect(said).not.toContain('real')
  },
)
