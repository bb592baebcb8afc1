import { z } from 'zod'
import type { HomeScenario, Habit, PlannedChore } from '#simulation/home/scenario.js'

/** Schema of a scenario of a home: what the robot does not know when it begins. */

const word = z.string().regex(/^[a-z][a-z0-9_]*$/, 'a name of the world file: small letters, digits, _')
const fact = z.string().regex(/^\w+\(\w+\)$/, 'a fact such as location(mug)')

const when = { atSeconds: z.number().min(0).max(36_000), person: word }
const carry = z.strictObject({ ...when, carry: word, to: word })
const sit = z.strictObject({ ...when, sit: word })
const stand = z.strictObject({ ...when, standIn: word, forSeconds: z.number().min(1).max(600) })

const chore = z.union([carry, sit, stand]).transform((entry): PlannedChore => {
  const { atSeconds, person } = entry
  if ('carry' in entry) return { atSeconds, person, what: { kind: 'carry', item: entry.carry, to: entry.to } }
  if ('sit' in entry) return { atSeconds, person, what: { kind: 'sit', at: entry.sit } }
  return { atSeconds, person, what: { kind: 'stand', door: entry.standIn, seconds: entry.forSeconds } }
})

const perMinute = z.number().min(0).max(20).describe('How often on average.')
const habit = z
  .union([
    z.strictObject({ person: word, perMinute, carries: z.array(word).min(1), to: z.array(word).min(1) }),
    z.strictObject({ person: word, perMinute, standsIn: z.array(word).min(1) }),
  ])
  .transform((entry): Habit => {
    const { person, perMinute: rate } = entry
    return 'carries' in entry
      ? { person, perMinute: rate, items: entry.carries, to: entry.to, doors: [] }
      : { person, perMinute: rate, items: [], to: [], doors: entry.standsIn }
  })

export const scenarioSchema: z.ZodType<HomeScenario> = z
  .strictObject({
    scenario: z.string().regex(/^[a-z][a-z0-9-]*$/, 'a name: small letters, digits, -'),
    text: z.string().min(1).describe('What is special, in one sentence.'),
    truth: z
      .record(fact, z.union([z.string(), z.number(), z.boolean()]))
      .default({})
      .describe('Facts that differ from what the task believes at the start.'),
    putBy: z
      .record(word, word)
      .default({})
      .describe('Who has put a thing where it is, and so can tell; of other things it is drawn.'),
    chores: z.array(chore).max(100).default([]),
    habits: z.array(habit).max(20).default([]),
    slippery: z.record(word, z.number().min(0).max(20)).default({}).describe('How many times as often.'),
    jams: z
      .record(word, z.int().min(0).max(20))
      .default({})
      .describe('It does not move at the first so many pulls.'),
  })
  .transform(({ scenario, text: _, truth, ...rest }) => ({
    name: scenario,
    truth: new Map(Object.entries(truth)),
    ...rest,
  }))
