// npm run build && npx tsx examples/bt/patrol/main.ts
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatDiagnostic, loadTree, ms } from 'graft/bt'
import { PipelineSequence } from './pipeline-sequence.js'
import { RateController } from './rate-controller.js'
import { RecoveryNode } from './recovery-node.js'
import { robotNodes, type Camera } from './robot-nodes.js'
import { RoundRobin } from './round-robin.js'
import { runTree } from './run-tree.js'
import { World } from './world.js'

const world = new World()
world.ghosts.push({ x: 1, y: 0 })

const camera: Camera = async (at, signal) => {
  await sleep(300, undefined, { signal })
  return `picture of ${at.x};${at.y}`
}

const file = 'patrol.xml'
const loaded = loadTree(readFileSync(new URL(file, import.meta.url), 'utf8'), {
  file,
  nodes: [RecoveryNode, PipelineSequence, RoundRobin, RateController, ...robotNodes(world, camera)],
  clock: { now: () => ms(performance.now()) },
})
if (!loaded.ok) throw new Error(loaded.error.map(formatDiagnostic).join('\n'))

const status = await runTree(loaded.value, (woken) => Promise.race([woken, sleep(50)]))
console.log([...world.log, status].join('\n'))
