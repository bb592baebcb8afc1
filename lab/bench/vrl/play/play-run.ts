import type { ActorInput } from '#learning/field/actor/contract.js'
import type { Evidence } from '#learning/field/critic/evidence.js'
import { UNATTENDED } from '#runtime/ending/episode-control.js'
import type { EpisodeParts } from '#runtime/episode.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import { type Result, must, ok } from '#base/result.js'
import type { FieldMap } from '#base/field-map.js'
import type { CameraModel } from '#base/camera-model.js'
import type { NodeDef, TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { treeHash } from '#bt/xml/write.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { SLOT_RULES } from '#learning/slots.js'
import type { Actor } from '#learning/actor/input.js'
import type { Critic } from '#learning/critic/critic.js'
import { ModelError, type Camera } from '#learning/ports.js'
import { prepareEpisode, type FieldEpisode } from '#runtime/field/prepare.js'
import { FieldActor, fieldRules } from '#runtime/field/learning.js'
import { run } from '#runtime/run.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import { virtualRobots } from '#app/connections/robot-provider.js'
import { momentOf, rowOf, type EpisodeRow } from './row.js'
import { EpisodeObserver } from './episode-observer.js'

/** One run of the table: some episodes on a field with one critic and one actor, as `graft run` plays them. */
export interface Play {
  readonly setup: FieldSetup
  readonly seed: number
  readonly episodes: number
  readonly start: TreeDoc
  readonly blockInfo: boolean
  readonly actor: Actor<ActorInput>
  readonly critic: PlayCritic
  readonly library: NodeLibrary
  readonly wasm: Uint8Array
  /** default: nominal */
  readonly faults?: keyof typeof FAULT_PROFILES
  /** hears of each episode, with the tree that runs next */
  readonly onEpisode?: (record: EpisodeRecord, next: TreeDoc) => void
}

export interface PlayCritic {
  /** it judges pictures: without, none is drawn */
  readonly looks: boolean
  for(map: FieldMap, camera: CameraModel, observer: EpisodeObserver): Critic<Evidence>
}

/**
 * Plays a run through the product's own loop, with nothing on the disk. Same arguments, same rows.
 * @throws ModelError when a model gave no answer
 * @throws InvariantError when the virtual robot cannot be brought up, which is a bug
 */
export async function playRun(play: Play): Promise<readonly EpisodeRow[]> {
  const { setup, actor, critic } = play
  const { map } = setup
  const docs = new Map([[treeHash(play.start), play.start]])
  const rows: EpisodeRow[] = []
  let observer = new EpisodeObserver()
  const fieldActor = new FieldActor(actor, map)
  const ended = await run(
    {
      field: map.id,
      seed: play.seed,
      episodes: play.episodes,
      start: play.start,
      before: [],
      learn: {
        actor: fieldActor,
        task: fieldRules(map),
        rules: SLOT_RULES,
        treeOf: (hash) => docs.get(hash) as TreeDoc,
      },
    },
    {
      prepare: async (episode, doc, before) => {
        observer = new EpisodeObserver()
        return prepared(play, { episode, doc, before, observer })
      },
      ...(play.blockInfo && { begin: (parts: FieldEpisode) => fieldActor.readBlocks(parts) }),
      listen: () => undefined,
      commit: (record, _parts, next) => {
        assertModelsAnswered(record, critic)
        docs.set(treeHash(next), next)
        rows.push(rowOf(record, observer.truthAt))
        play.onEpisode?.(record, next)
      },
      awaitReconnection: () => Promise.resolve(false),
    },
  )
  must(ended, 'a run on the virtual robot')
  return rows
}

interface EpisodeToPlay {
  readonly episode: number
  readonly doc: TreeDoc
  readonly before: readonly EpisodeRecord[]
  readonly observer: EpisodeObserver
}

async function prepared(
  { setup, library, critic, blockInfo, wasm, seed, faults = 'nominal' }: Play,
  { episode, doc, before, observer }: EpisodeToPlay,
): Promise<Result<EpisodeParts, BringUpFailure>> {
  const { map } = setup
  const open = critic.looks || blockInfo || readsFaces(doc)
  const eye = (world: Parameters<EpisodeObserver['watch']>[0], camera: Camera): Camera => {
    observer.watch(world)
    return open ? camera : cameraWithoutPictures(camera)
  }
  const connections = virtualRobots({ setup, wasm, seed, faults, wrapCamera: eye })
  const ready = await connections.next(episode, { onWire: undefined, onProgress: () => undefined })
  if (!ready.ok) return ready
  return ok(
    prepareEpisode({
      episode,
      doc,
      before,
      map,
      library,
      critic: observer.over(critic.for(map, ready.value.body.camera.model, observer)),
      control: UNATTENDED,
      journal: () => undefined,
      ...ready.value,
    }),
  )
}

/** The camera of a robot whose critic looks at no picture: drawing one takes longer than the episode. */
const cameraWithoutPictures = ({ model }: Camera): Camera => ({
  model,
  capture: () => Promise.reject(new Error('nobody asked for pictures')),
})

/** A tree that reads faces by itself needs the camera whoever criticises. */
function readsFaces(doc: TreeDoc): boolean {
  const within = (node: NodeDef): boolean => node.id === 'ReadFaces' || node.children.some(within)
  return doc.trees.some(({ root }) => within(root))
}

/**
 * What a model did not say because its process died or the machine was too slow is no result of the model.
 * @throws ModelError when critic or actor gave no answer
 */
function assertModelsAnswered({ episode, reports, update }: EpisodeRecord, critic: PlayCritic): void {
  const unjudged = critic.looks
    ? reports.find(({ unavailable }) => unavailable !== undefined && !unavailable.startsWith(UNREADABLE))
    : undefined
  if (unjudged !== undefined)
    throw new ModelError(
      `the critic did not judge ${momentOf(unjudged)} of episode ${episode}: ${unjudged.unavailable}`,
    )
  const unanswered = update.tries.find(({ refusedBecause }) => refusedBecause?.startsWith(NO_ANSWER))
  if (unanswered !== undefined) throw new ModelError(`episode ${episode}: ${unanswered.refusedBecause}`)
}

/** words of `src/learning`: an answer that came and could not be read is the model's own fault and counts */
const UNREADABLE = 'the answer could not be read'
const NO_ANSWER = 'the model gave no answer'
