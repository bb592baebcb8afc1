import { LOOK } from './field-samples.js'
import { median, timed, type Effort } from './language-bench.js'
import { must } from '#base/result.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { promptOf } from '#adapters/models/manifest.js'
import { createCritic } from '#learning/field/critic/critic.js'
import { ModelError, type Frame, type VisionModel } from '#learning/ports.js'
import { chooseFields } from '#config/field/choose-fields.js'
import { virtualConnection } from '#app/connections/virtual-connection.js'
import type { ListedModel } from '#app/models/model-lists.js'
import { loadVision } from '#app/models/open-models.js'
import { children, residentMb } from './resident.js'

/** Times in milliseconds, memory in megabytes; medians over the rounds. */
export interface VisionFigures {
  readonly kind: 'vision'
  readonly loadMs: number
  readonly residentMb: number | null
  /** a whole report on one camera frame; null for a model that reports in prose of any length */
  readonly reportMs: number | null
  /** picture to first word: the cost of one query on one frame */
  readonly lookMs: number
  readonly framesPerSecond: number
  /** generated tokens per second after the first */
  readonly tokensPerSecond: number
}

/** @throws ModelError if the model cannot be loaded or does not answer */
export async function benchVision(model: ListedModel, effort: Effort): Promise<VisionFigures> {
  const { frame, report } = await scene()
  const before = children()
  const { value: vision, ms: loadMs } = await timed(() => loadVision(model))
  const pid = children().find((child) => !before.includes(child))
  try {
    const figures =
      promptOf(model.entry) === 'facts'
        ? await ofReports(vision, report, effort)
        : await ofProse(vision, frame, effort)
    return {
      kind: 'vision',
      loadMs,
      residentMb: (pid === undefined ? undefined : residentMb(pid))?.now ?? null,
      ...figures,
    }
  } finally {
    await vision.dispose()
  }
}

type Figures = Omit<VisionFigures, 'kind' | 'loadMs' | 'residentMb'>

/** Such a model understands only one question: the report, as the product requests it. */
async function ofReports(
  vision: VisionModel,
  report: (vision: VisionModel) => Promise<string | undefined>,
  { rounds }: Effort,
): Promise<Figures> {
  const [whole, looks, rates]: number[][] = [[], [], []] as number[][]
  for (let round = 0; round < rounds * 4; round++) {
    const spy = spied(vision)
    const { ms, value: why } = await timed(() => report(spy.vision))
    if (why !== undefined) throw new ModelError(`model ${vision.id} gives no report: ${why}`)
    whole?.push(ms)
    const { first, rest } = await spy.again()
    looks?.push(first.ms)
    rates?.push((rest.tokens - first.tokens) / Math.max(1e-3, rest.ms - first.ms))
  }
  return figures(whole ?? [], looks ?? [], rates ?? [])
}

async function ofProse(vision: VisionModel, frame: Frame, { rounds, tokens }: Effort): Promise<Figures> {
  const [looks, rates]: [number[], number[]] = [[], []]
  const ask = async (maxTokens: number) => {
    const { value, ms } = await timed(() =>
      vision.describe({ frames: [frame], regions: [], prompt: LOOK, maxTokens }),
    )
    return { ms, tokens: value.tokens.length }
  }
  for (let round = 0; round < rounds; round++) {
    const [first, rest] = [await ask(1), await ask(tokens)]
    looks.push(first.ms)
    if (rest.tokens > first.tokens)
      rates.push((rest.tokens - first.tokens) / Math.max(1e-3, rest.ms - first.ms))
  }
  return { ...figures([], looks, rates), reportMs: null }
}

const figures = (whole: readonly number[], looks: readonly number[], rates: readonly number[]): Figures => ({
  reportMs: median(whole),
  lookMs: median(looks),
  framesPerSecond: 1000 / median(looks),
  tokensPerSecond: median(rates) * 1000,
})

/** Records the critic's question, to repeat it once for a single word and once for the full answer. */
function spied(vision: VisionModel) {
  let asked: Parameters<VisionModel['describe']>[0] | undefined
  const timedAnswer = async (maxTokens: number) => {
    if (asked === undefined) throw new ModelError(`model ${vision.id} was not asked`)
    const { signal: _, ...question } = asked
    const { value, ms } = await timed(() => vision.describe({ ...question, maxTokens }))
    return { ms, tokens: value.tokens.length }
  }
  return {
    vision: {
      ...vision,
      describe: (request: Parameters<VisionModel['describe']>[0]) => {
        asked = request
        return vision.describe(request)
      },
    },
    again: async () => ({ first: await timedAnswer(1), rest: await timedAnswer(asked?.maxTokens ?? 1) }),
  }
}

/** The first shipped field as seen by the virtual robot's camera, and a critic for it. */
async function scene() {
  const setup = must(await chooseFields({}), 'shipped field')[0]
  if (setup === undefined) throw new Error('no field is shipped')
  const wasm = must(readFirmware(), 'shipped firmware')
  const body = virtualConnection({ setup, wasm, seed: 1, episode: 1, faults: 'none' })
  const frame = await body.camera.capture()
  const report = async (vision: VisionModel): Promise<string | undefined> => {
    const critic = createCritic({ vision, map: setup.map, camera: body.camera.model })
    return (await critic.initial({ episode: 1, frame })).unavailable
  }
  return { frame, report }
}
