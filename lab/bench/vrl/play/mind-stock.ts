import type { ActorInput } from '#learning/field/actor/contract.js'
import type { Evidence } from '#learning/field/critic/evidence.js'
import type { FieldMap, Mask, ZoneId } from '#base/field-map.js'
import { formatDiagnostic } from '#base/diagnostic.js'
import { stream } from '#base/random.js'
import type { NodeLibrary } from '#bt/library.js'
import type { CriticProfile } from '#lab/scripted/profiles.js'
import { readRecordedCritic } from '#lab/scripted/recorded-critic.js'
import { createScriptedCritic, misread, type TrueFault } from '#lab/scripted/scripted-critic.js'
import { silentCritic } from '#lab/scripted/silent-critic.js'
import { createRulesActor } from '#learning/field/actor/actor.js'
import type { Actor } from '#learning/actor/input.js'
import { ModelError } from '#learning/ports.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { actorDeps, openModelSet, type ModelSet } from '#app/models/model-set.js'
import { createRandomActor } from '../baselines/random-actor.js'
import { createThresholdCritic } from '../baselines/threshold-critic.js'
import { createScriptedActor } from '../scripted/scripted-actor.js'
import { scriptedIssue } from '../scripted/scripted-issue.js'
import type { Configuration } from '../settings/configuration.js'
import type { Play, PlayCritic } from './play-run.js'
import type { Impact } from '#learning/critic/report.js'
import type { Critic } from '#learning/critic/critic.js'

/** Critics and actors of every row; what takes long to load is loaded once, when the first run needs it. */
export class MindStock {
  readonly #library: NodeLibrary
  /** by the critic's id; '' = the shipped one */
  readonly #opened = new Map<string, Promise<ModelSet>>()

  constructor(library: NodeLibrary) {
    this.#library = library
  }

  async mindsFor(
    configuration: Configuration,
    setup: FieldSetup,
    seed: number,
  ): Promise<Pick<Play, 'actor' | 'critic' | 'blockInfo'>> {
    const actor = await this.#actor(configuration, setup, seed)
    const critic = await this.#critic(configuration, setup, seed)
    // a scripted actor reads the faces as its profile says; every other one sees them through the camera
    return { actor, critic, blockInfo: configuration.blockInfo && configuration.actor !== 'scripted' }
  }

  async #critic({ critic }: Configuration, setup: FieldSetup, seed: number): Promise<PlayCritic> {
    switch (critic.kind) {
      case 'none':
        return { looks: false, for: createNoCritic }
      case 'shipped':
      case 'local': {
        const minds = await this.#minds(critic.kind === 'local' ? critic.id : '')
        return { looks: true, for: (map, camera) => minds.criticFor(map, camera) }
      }
      case 'threshold':
        return { looks: true, for: createThresholdCritic }
      case 'recorded': {
        const recorded = readRecordedCritic(critic.file)
        if (!recorded.ok) throw new ModelError(formatDiagnostic(recorded.error))
        return { looks: false, for: recorded.value }
      }
      case 'scripted':
        return scriptedCritic(critic.profile, setup, seed)
    }
  }

  async #actor(row: Configuration, setup: FieldSetup, seed: number): Promise<Actor<ActorInput>> {
    const { actor, critic, blockInfo, maxEdits } = row
    const deps = actorDeps(setup.map, this.#library, maxEdits)
    switch (actor) {
      case 'model':
        return (await this.#minds(critic.kind === 'local' ? critic.id : '')).actorFor(setup.map, maxEdits)
      case 'random':
      case 'random-edit':
        return createRandomActor(deps, [seed, setup.map.id], actor === 'random')
      case 'rules':
        return createRulesActor(deps)
      case 'fixed':
        return FIXED
      case 'scripted': {
        const sight = critic.kind === 'scripted' ? critic.profile.faces : 1
        const masks = blockInfo ? facesRead(setup, sight, seed) : () => new Map<ZoneId, Mask>()
        return createScriptedActor({ ...deps, luck: [seed, setup.map.id], masks })
      }
    }
  }

  #minds(critic: string): Promise<ModelSet> {
    const there = this.#opened.get(critic)
    if (there !== undefined) return there
    const request = { actor: 'model', ...(critic !== '' && { criticModel: critic }) } as const
    const opening = openModelSet(request, this.#library).then((opened) => {
      if (!opened.ok) throw new ModelError(opened.error.map(formatDiagnostic).join('\n'))
      return opened.value
    })
    this.#opened.set(critic, opening)
    return opening
  }
}

function scriptedCritic(profile: CriticProfile, { map }: FieldSetup, seed: number): PlayCritic {
  return {
    looks: false,
    for: (_map: FieldMap, _camera, observer) =>
      createScriptedCritic({
        profile,
        luck: [seed, map.id],
        truth: (mode, input) => observer.truth(mode, input),
        imaginable: imaginable(map),
        issue: (said, mode, input, rng) => scriptedIssue(map, said, { mode, report: input, rng }),
      }),
  }
}

/** The faces of each load zone as a scripted profile reads them before an episode. */
const facesRead =
  (setup: FieldSetup, right: number, seed: number) =>
  (episode: number): ReadonlyMap<ZoneId, Mask> =>
    new Map(
      [...setup.orange].map(([zone, mask]) => {
        const rng = stream(seed, setup.map.id, episode, 'scripted-faces', zone)
        return [zone, misread(mask, right, rng)]
      }),
    )

/** Plays the tree that it has. */
const FIXED: Actor<ActorInput> = {
  id: 'fixed',
  propose: ({ tree }) =>
    Promise.resolve({ patch: [], tree, tries: [], confidence: 1, why: 'this row plays one plan' }),
}

/** Everything that could be wrong on a field: what a critic that sees ghosts may claim. */
export function imaginable(map: FieldMap): readonly Pick<TrueFault, 'impact' | 'zone' | 'key'>[] {
  const at = (impact: Impact, zone: number | null): Pick<TrueFault, 'impact' | 'zone' | 'key'> => ({
    impact,
    zone,
    key: zone === null ? impact : `${impact}@${zone}`,
  })
  const zones = map.zones.flatMap(({ id, kind }) =>
    kind === 'load'
      ? [at('grasp', id), at('coverage', id), at('navigation', id)]
      : [at('orientation', id), at('placement', id), at('navigation', id)],
  )
  return [...zones, at('shelf', null), at('final-position', null), at('timing', null)]
}

/** The paper's first configuration (VRL-22): nobody looks; what there is to learn from is trace and score. */
const createNoCritic = (): Critic<Evidence> =>
  silentCritic({
    c: 0,
    summary: 'There is no critic.',
    model: 'none',
    unavailable: 'this run has no critic',
  })
