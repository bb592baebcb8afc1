import { InvariantError, must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { fieldFromJson, type FieldJson } from '#app/run-folder/field-manifest.js'
import { readLibrary, readStoredTree, readPolicy } from '#app/policy.js'
import { MindStock } from '../play/mind-stock.js'
import { playRun } from '../play/play-run.js'
import type { Configuration } from '../settings/configuration.js'
import type { NodeLibrary } from '#bt/library.js'
import { parseTree } from '#bt/xml/parse.js'
import { projectFile } from '#documents/read-text-file.js'
import type { EpisodeRow } from '../play/row.js'

/** Plays the runs that it is asked for. Models are loaded when a run needs them first, and stay. */
export function openWorker(setup: WorkerSetup): (job: WorkerJob) => Promise<WorkerAnswer> {
  const library = readLibrary()
  const wasm = must(readFirmware(), 'the shipped firmware')
  const fields = new Map(setup.fields.map((json) => [json.map.id, fieldFromJson(json)]))
  const stock = new MindStock(library)
  const startOf = ({ start }: Configuration, field: string): TreeDoc => {
    switch (start) {
      case 'initial':
        return initialTree(library)
      case 'do-nothing':
        return doNothingTree(library)
      case 'attainable':
        return readStoredTree(setup.best[field] ?? '', `best-${field}`, library)
    }
  }
  return async (job) => {
    const field = fields.get(job.field)
    const configuration = setup.configurations.find(({ name }) => name === job.configuration)
    if (field === undefined || configuration === undefined)
      throw new InvariantError(`this bench has no run ${job.configuration} ${job.field}`)
    const minds = await stock.mindsFor(configuration, field, job.seed)
    return playRun({
      setup: field,
      seed: job.seed,
      episodes: setup.episodes,
      start: startOf(configuration, job.field),
      library,
      wasm,
      ...minds,
    })
  }
}

/** The first policy of the paper (VRL-03): one load, one unload. */
export const initialTree = (library: NodeLibrary): TreeDoc =>
  must(readPolicy(projectFile('bt/initial.xml'), library), 'the shipped first policy')

/** Stands at home for an instant and is done. */
const doNothingTree = (library: NodeLibrary): TreeDoc =>
  must(parseTree(DO_NOTHING, { file: 'do-nothing.xml', library }), 'the tree that does nothing')

const DO_NOTHING =
  '<root BTCPP_format="4"><BehaviorTree ID="Main"><Sequence><CustomDelay ' +
  'duration="0"/></Sequence></BehaviorTree></root>'

/** What a worker is told once: everything that its runs are made of, as plain data. */
export interface WorkerSetup {
  readonly fields: readonly FieldJson[]
  readonly configurations: readonly Configuration[]
  readonly episodes: number
  /** the best plan of each field, as XML, by the field's id */
  readonly best: Readonly<Record<string, string>>
}

export type WorkerJob = RunKey
export type WorkerAnswer = readonly EpisodeRow[]

/** Names one run of a bench: which row of the table, on which field, with which luck. */
export interface RunKey {
  readonly configuration: string
  readonly field: string
  readonly seed: number
}

export const keyText = ({ configuration, field, seed }: RunKey): string => `${configuration} ${field} ${seed}`
