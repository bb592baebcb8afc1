import { describe, expect, it } from 'vitest'
import { err } from '#base/result.js'
import { Policies, type PolicyOptions } from '#service/policies.js'
import { chooseFields } from '#config/field/choose-fields.js'
import { refusalOf } from '#service/refusal.js'

/** A service over a folder that keeps the slots of these fields, none of which it has. */
async function startedOver(code: 'task.missing' | 'field.unknown' | 'store.torn') {
  const found = await chooseFields({ field: 'tabletop/sort' })
  const refusal = found.ok ? refusalOf([]) : refusalOf(found.error)
  expect(refusal.code).toBe('field.unknown')
  const said: string[] = []
  const policies = new Policies({
    store: { slotFields: () => ['tabletop/sort'] },
    world: { task: () => Promise.resolve(err({ ...refusal, code })) },
    log: (level: string) => said.push(level),
  } as unknown as PolicyOptions)
  await policies.recover()
  return { said, policies }
}

describe('what a folder keeps of another world', () => {
  it.each(['task.missing', 'field.unknown'] as const)(
    'is no error at the start of the service, and hides none of its own slots: %s',
    async (code) => {
      const { said, policies } = await startedOver(code)
      expect(said).toEqual(['debug'])
      expect(await policies.slots(undefined)).toEqual({ ok: true, value: [] })
      expect(await policies.slots('tabletop/sort')).toMatchObject({ ok: false, error: { code } })
    },
  )

  it('is told from a slot of this world that cannot be read', async () => {
    const { said, policies } = await startedOver('store.torn')
    expect(said).toEqual(['error'])
    expect(await policies.slots(undefined)).toMatchObject({ ok: false, error: { code: 'policy.closed' } })
  })
})
