import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { claimsPrompt } from '#learning/field/critic/dialogue/refuted.js'
import { ZONE_CLAIMS, zoneIds, type Claims } from '#learning/field/critic/dialogue/claims.js'
import { parseAnswer } from '#learning/field/critic/dialogue/answer.js'
import { fixGrammar } from '#learning/field/actor/grammar/fix-grammar.js'
import { analyse } from '#learning/field/actor/situation/analyse.js'
import { createRandomActor } from '../../lab/bench/vrl/baselines/random-actor.js'
import { readClaims } from '../../lab/bench/vrl/baselines/read-claims.js'
import { repliesOf } from '../../lab/bench/vrl/baselines/replies.js'
import { rightAnswer } from '../../lab/bench/truth/right-answer.js'
import { actorDeps } from '#app/models/model-set.js'
import { accepts } from '../actor/gbnf.js'
import { INITIAL, issue, library, map, report, situation } from '../actor/world.js'

const input = situation(INITIAL, {
  report: report(
    issue('orientation', 2, { mask: '0101' }),
    issue('coverage', 3),
    issue('final-position', null),
  ),
})
const grammar = fixGrammar({ situation: analyse(input), library, maxEdits: 1 })

describe('what the actor’s network has to beat', () => {
  it('every reply that is listed is one that the grammar allows, and there are several', () => {
    const replies = repliesOf(grammar)
    expect(replies).toContain('[]')
    expect(replies.length).toBeGreaterThan(3)
    for (const reply of replies) expect(accepts(grammar, reply), reply).toBe(true)
    expect(repliesOf('root ::= "[]"\n')).toEqual(['[]'])
    expect(() => repliesOf('root ::= [0-9]+\n')).toThrow(/cannot be listed/)
  })

  it('the random actor draws from them, and the one that never declines never declines', async () => {
    const deps = actorDeps(map, library, 1)
    const patches = async (declines: boolean): Promise<number[]> => {
      const sizes: number[] = []
      for (let seed = 0; seed < 30; seed++)
        sizes.push((await createRandomActor(deps, [seed, 'F1'], declines).propose(input)).patch.length)
      return sizes
    }
    expect(Math.min(...(await patches(false)))).toBeGreaterThan(0)
    expect(Math.min(...(await patches(true)))).toBe(0)
  })
})

describe('what the critic’s network has to beat', () => {
  it('reads back the facts that the prompt tells, whatever they are', () => {
    const rng = stream('claims')
    for (let n = 0; n < 200; n++) {
      const claims: Claims = {
        mode: rng.pick(['initial', 'intermediate', 'final'] as const),
        zones: new Map(zoneIds.map((id) => [id, rng.pick(ZONE_CLAIMS)])),
        track: rng.pick(['untouched', 'moved', 'push-failed'] as const),
        shelfNeeded: rng.chance(0.5),
        robotAt: rng.pick([1, 8, 'home', 'elsewhere', 'lost'] as const),
        late: rng.chance(0.5),
      }
      const refuted = [
        { line: 'z3', impact: 'grasp' },
        { line: 'z3', impact: 'placement' },
        { line: 'time', impact: 'timing' },
      ] as const
      expect(readClaims(claimsPrompt(claims))).toEqual({ claims, refuted: [] })
      expect(readClaims(claimsPrompt(claims, refuted))).toEqual({ claims, refuted })
      const view = { zones: new Map(), track: 'hidden', robot: 'hidden', stray: [] } as const
      expect(parseAnswer(rightAnswer(view, claims)).ok).toBe(true)
    }
  })
})
