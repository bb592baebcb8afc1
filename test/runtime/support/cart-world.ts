import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import { ms } from '#base/units.js'
import { parseTree } from '#bt/xml/parse.js'
import type { WorldRobot } from '#app/world/world-robots.js'
import type { LoadedWorld } from '#app/world/load-world.js'
import { DriverSession } from '#drivers/driver-session.js'
import { recordingPeer, type TranscriptEntry } from '#drivers/transcript/transcript.js'
import { DriverLine } from '#robots/driver/driver-line.js'
import { domainLibrary } from '#worlds/files/domain-nodes.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { loadRobot } from '#worlds/robot/load-robot.js'
import { loadTask } from '#worlds/task/load-task.js'
import { BrakingCart, type CartOptions } from './braking-cart.js'

const WORLD = `
domain: cart
text: a cart between a dock and a table
types: { place: [dock, table] }
state: { at: { is: place, start: dock } }
skills:
  Go: { text: go, ports: { place: place }, checks: [], effect: ['at := ?place'], expected: [at = ?place] }
`
const ROBOT = `
robot: cart
text: A cart.
driver: { process: [cart] }
skills: { Go: { timeoutSeconds: 20 } }
sensors: { encoder: { facts: [at] } }
safe: { text: It stands., stopSeconds: 8, silenceSeconds: 0.4 }
`
const TASK = 'task: t\ntext: t\ngoals: [at = table]\nlimitSeconds: 4\n'

/** @param steps the inside of its tree */
export function cartWorld(steps: string): LoadedWorld {
  const domain = must(parseDomainText(WORLD, 'world.yaml'), 'world')
  const library = domainLibrary(domain.rules)
  const text = `<root BTCPP_format="4" main_tree_to_execute="M"><BehaviorTree ID="M">${steps}</BehaviorTree></root>`
  return {
    folder: '/',
    files: { world: '', task: '', tree: '' },
    digest: '',
    domain,
    library,
    map: undefined,
    robot: must(loadRobot(ROBOT, 'robot.yaml', domain), 'robot'),
    task: must(loadTask(TASK, 'task.yaml', domain), 'task'),
    policy: must(parseTree(text, { file: 't', library, load: () => undefined, compat: 'strict' }), 'tree'),
  }
}

/** The cart in virtual time, driven as a real robot is: time goes on whatever graft does. */
export function cartRobot(options: Omit<CartOptions, 'clock'>) {
  const clock = new VirtualClock()
  const cart = new BrakingCart({ ...options, clock })
  const transcript: TranscriptEntry[] = []
  const peer = recordingPeer(cart, clock, (entry) => void transcript.push(entry))
  const session = new DriverSession({ clock, peer, session: 's' })
  const robot: WorldRobot = {
    line: new DriverLine(session),
    time: {
      clock,
      virtual: false,
      pace: (period) => {
        clock.advance(period)
        return Promise.resolve()
      },
      close: () => session.close(),
    },
    camera: { capture: () => Promise.reject(new Error('no camera')) },
    timeLimit: () => ms(20_000),
  }
  return { robot, cart, clock, transcript }
}
