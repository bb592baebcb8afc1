import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { must } from '#base/result.js'
import { readingsOf } from '#tabletop/driver/readings.js'
import type { SkillOutcome, SkillParams } from '#tabletop/skills/run-skill.js'
import { Tabletop, type TabletopOptions } from '#tabletop/tabletop.js'

/** A table of its own for a test; whoever asks for it closes it. */
export async function tableOf(options: Partial<TabletopOptions> = {}): Promise<Tabletop> {
  const mujoco = must(await loadMujoco(), 'MuJoCo')
  return must(Tabletop.create(mujoco, { start: new Map(), seed: 'test', ...options }), 'the table')
}

/** Lets a skill run to its end, and the arm come to rest. @param each after every 10 ms */
export function act(
  table: Tabletop,
  skill: string,
  params: SkillParams,
  each: () => void = () => undefined,
): SkillOutcome {
  table.begin(skill, params)
  for (let steps = 0; steps < 12_000; steps++) {
    table.step(10)
    each()
    const outcome = table.outcome()
    if (outcome === undefined) continue
    table.step(200)
    return outcome
  }
  throw new Error(`${skill} does not end`)
}

/** What the sensors report now. */
export function seen(table: Tabletop): Map<string, unknown> {
  table.look()
  return new Map(readingsOf(table.known, table.now).map(({ fact, value }) => [fact, value]))
}
