import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { must, ok } from '#base/result.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { openLog } from '#adapters/systemd/log.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { assemble } from '#service/assemble.js'
import { learningJob } from '#service/jobs/learning-job.js'
import type { Parts } from '#service/parts.js'
import { startHousekeeping } from '#service/housekeeping.js'
import { loadSite } from '#config/service/site-config.js'
import { initialStatus } from '#runtime/status/initial-status.js'
import { Timing } from '#runtime/timing/timing.js'
import { StatusPublisher } from '#runtime/status/status-publisher.js'
import { scriptedMinds } from '../../runtime/support/loop.js'

/** The service without its windows, on the virtual robot, with the rules actor and a scripted critic. */
export class SoakedService {
  readonly parts: Parts
  /** pieces of news that were told */
  news = 0
  readonly #endRounds: () => void

  private constructor(parts: Parts) {
    this.parts = parts
    parts.statusPublisher.listen(() => this.news++)
    this.#endRounds = startHousekeeping(parts)
  }

  /** @param dir of its state @param maxMiB what the store may hold before retention removes the oldest */
  static async open(dir: string, maxMiB: number): Promise<SoakedService> {
    const usual = must(await loadSite(undefined), 'the configuration of a virtual robot')
    const config = {
      ...usual,
      // without windows nobody comes in, and what nobody could stop does not move
      console: { ...usual.console, enabled: false },
      robot: { ...usual.robot, pace: 'fast' as const, faults: 'nominal' as const },
      store: { ...usual.store, dir, maxGiB: maxMiB / 1024, keepFailures: 2 },
    }
    const now = (): number => performance.now()
    const statusPublisher = new StatusPublisher({
      now: Date.now,
      version: 'soak',
      parts: initialStatus({ body: 'virtual', pace: 'fast', device: null }, 'simulated'),
    })
    const wasm = must(readFirmware(), 'the firmware')
    const log = openLog({ level: 'error' })
    const parts = must(
      await assemble({
        config,
        statusPublisher,
        log,
        now,
        timing: new Timing(),
        wasm,
      }),
      'the service',
    )
    parts.modelLoader.load(() => Promise.resolve(ok(scriptedMinds())), { actor: 'rules' })
    await parts.modelLoader.loaded()
    return new SoakedService(parts)
  }

  /** One run from an operator's wish to its end. @returns its finished episodes */
  async run(seed: number, episodes: number): Promise<readonly EpisodeRecord[]> {
    const { manager, arming, store } = this.parts
    const job = await learningJob(this.parts, { field: 'F1', seed, episodes })
    if (!job.ok) throw new Error(`${job.error.code}: ${job.error.message}`)
    const begun = manager.begin(job.value)
    if (!begun.ok) throw new Error(begun.error.message)
    while (arming.waitingFor === null && manager.currentJob !== undefined) await turn()
    const armed = arming.arm('the soak')
    if (armed.ok) arming.confirm('the soak', armed.value.token)
    while (manager.currentJob !== undefined) await sleep(5)
    const records = store.records(job.value.key)
    if (!records.ok) throw new Error(records.error.message)
    return records.value
  }

  /** Takes retention's turn now: an hour of virtual time is a moment for the clock that it follows. */
  async settle(): Promise<number> {
    must(await this.parts.store.prune(), 'retention')
    // a sign of life may have been sent to the store's thread meanwhile: nothing is to be under way
    for (let turns = 0; turns < MOST_TURNS && busy(); turns++) await sleep(TURN_MS)
    return this.parts.store.disk().usedBytes
  }

  async close(): Promise<void> {
    const { manager, recorder, modelLoader, store } = this.parts
    await manager.close()
    this.#endRounds()
    await recorder?.close()
    await modelLoader.close()
    await store.close()
  }
}

/** A port holds the process only while an answer of the store's thread is waited for. */
const busy = (): boolean => process.getActiveResourcesInfo().includes('MessagePort')

const TURN_MS = 5
const MOST_TURNS = 200
