import { ConsoleSeam } from '../bench/mission/console-seam.js'
import { harmless, hostileMessage, STOP } from '../bench/mission/hostile-messages.js'
import { missionClass } from '../bench/mission/mission-class.js'
import { whileDriving } from '../bench/mission/moments.js'
import type { MissionScene } from '../bench/mission/mission.js'
import type { FaultClass } from '../fault-class.js'

/** Whoever may only look sends what they like while the robot drives. */
export const OPERATOR_HOSTILE_VIEWER: readonly FaultClass[] = [hostileViewer()]

function hostileViewer(): FaultClass {
  const attacks = new WeakMap<MissionScene, Attack>()
  return missionClass(
    {
      id: 'operator-hostile-viewer',
      group: 'operator',
      title: 'A viewer means harm',
      cause:
        'somebody with a viewer’s key, perhaps stolen, sends a thousand messages a second while the ' +
        'robot drives: other roles’ commands, garbage, messages that are truncated, too long or too ' +
        'deep, and more than the limits allow',
      declared: ['unaffected'],
      why:
        'The gate in the process of the console reads every byte before the service does, and refuses by ' +
        'role, rate, size and depth; an operator is answered throughout, and `stop` takes effect at ' +
        'once. Here the bytes enter at the gate, in virtual time; `npm run bench:viewer` covers sockets, ' +
        'the guard in front of them and real time.',
      operator:
        '“requests were refused for their role” and “connections to the viewer endpoint were cut” in the ' +
        'log, at most once a minute each. `graft keys revoke NAME` ends it.',
    },
    {
      arrange: (scene, countInjection) => {
        const attack = new Attack(scene)
        attacks.set(scene, attack)
        let left = 1000 + scene.rng.int(3000)
        let going = false
        whileDriving(scene, () => (going = true))
        scene.rig.everyMs.push(() => {
          if (going && left-- > 0 && attack.millisecond()) countInjection()
        })
      },
      afterwards: (mission) => attacks.get(mission)?.wrong(mission),
    },
  )
}

/** A viewer with a few connections, and an operator who asks something now and then. */
class Attack {
  readonly #scene: MissionScene
  readonly #seam: ConsoleSeam
  readonly #clients: number
  readonly #crossed: string[] = []
  #requests = 0

  constructor(scene: MissionScene) {
    this.#scene = scene
    this.#seam = new ConsoleSeam(scene)
    this.#clients = 1 + scene.rng.int(12)
  }

  /** @returns whether the gate was given bytes, and refused */
  millisecond(): boolean {
    const { rng } = this.#scene
    const { bytes, refused } = this.#seam
    const client = `viewer-1-${rng.int(this.#clients)}`
    this.#seam.send(hostileMessage(rng), { role: 'viewer', client })
    const isRefused = this.#seam.bytes > bytes && this.#seam.refused > refused
    if (rng.int(OPERATOR_EVERY_MS) === 0) this.#request(harmless(rng))
    return isRefused
  }

  /**
   * @returns what was not as it must be; the last word is an operator's `stop`, while the viewer's allowance
   * is used up
   */
  wrong(scene: MissionScene): string | undefined {
    const [breach] = this.#seam.breaches
    if (breach !== undefined) return `a viewer's message set off \`${breach}\``
    if (scene.stop) return 'the mission was stopped, and nobody who may had asked for it'
    this.#request(STOP)
    if (!this.#scene.stop) this.#crossed.push('`stop` did not arrive')
    const [first] = this.#crossed
    if (first !== undefined)
      return `an operator was kept out, ${this.#crossed.length} times of ${this.#requests}: ${first}`
    return undefined
  }

  #request(message: Uint8Array): void {
    this.#requests += 1
    const { ok, code } = this.#seam.send(message, { role: 'operator', client: 'operator-1-1' })
    if (!ok) this.#crossed.push(code)
  }
}

/** about as often as a person looks, and more often than a page does */
const OPERATOR_EVERY_MS = 50
