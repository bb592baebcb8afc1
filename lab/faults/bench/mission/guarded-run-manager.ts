import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KeyStore } from '#console-sockets/key-store.js'
import { whoMayStop } from '#console-sockets/console-server/allow-list.js'
import { must } from '#base/result.js'
import type { Access } from '#console/roles.js'
import { initialStatus } from '#runtime/status/initial-status.js'
import { StatusPublisher } from '#runtime/status/status-publisher.js'
import { accessGuard } from '#service/motion/access-guard.js'
import { RunManager } from '#service/motion/run-manager.js'
import { HealthReporter } from '#service/health-reporter.js'
import type { MissionScene } from './mission.js'

/** as often as the console of the service looks for its keys, ms */
const LOOK_MS = 200

/**
 * The service's own run manager with its guard and its keys, on a folder of its own, around a mission in virtual time:
 * the mission is the job that is under way, and whoever ends the job stops the robot.
 */
export class GuardedRunManager {
  readonly manager: RunManager
  readonly keys: KeyStore
  readonly state = mkdtempSync(join(tmpdir(), 'graft-faults-'))
  readonly #guard: ReturnType<typeof accessGuard>

  constructor(scene: MissionScene) {
    const { rig } = scene
    const now = (): number => rig.clock.now()
    const statusPublisher = new StatusPublisher({
      now,
      version: 'fault bench',
      parts: initialStatus({ body: 'virtual', pace: 'fast', device: null }, 'none'),
    })
    this.manager = new RunManager(statusPublisher)
    this.keys = must(KeyStore.open(this.state), 'the keys of the bench')
    must(this.keys.keepLocal('tcp://127.0.0.1:5870'), 'the local key')
    this.#guard = accessGuard({ manager: this.manager, healthReporter: new HealthReporter(now), now })
    this.look()
    this.manager.begin({
      name: 'the mission',
      execute: ({ signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            scene.stop = true
            resolve('stopped')
          }),
        ),
    })
    let looked = 0
    rig.everyMs.push(() => {
      if (now() - looked < LOOK_MS) return
      looked = now()
      this.look()
    })
    scene.atEnd.push(() => rmSync(this.state, { recursive: true, force: true }))
  }

  /** Who may stop now, as the files say. */
  access(): Access {
    try {
      return whoMayStop(this.keys, this.keys.allowed())
    } catch (error) {
      return { mayStop: [], why: String(error) }
    }
  }

  look(): void {
    this.#guard.onReport(this.access())
    this.#guard.checkSilence()
  }
}
