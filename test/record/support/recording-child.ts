import { writeSync } from 'node:fs'
import { McapFile } from '#adapters/mcap/mcap-file.js'

/**
 * A recorder that is busier than a robot, until it is killed: 200 words, 20 poses and 2 pictures a second. Each message is
 * told on stdout, with its time, before it is recorded.
 */
const file = new McapFile(process.argv[2] ?? '', { library: 'graft test' })
const topic = (name: string): number =>
  file.channel({ topic: name, schemaName: 'graft.Test', schema: { type: 'object' } })
const [word, pose, picture] = [topic('/log'), topic('/tf'), topic('/camera')]
const jpeg = 'A'.repeat(40_000)
let n = 0

function record(channel: number, body: object, worth: 'word' | 'pose' | 'picture'): void {
  const now = Date.now()
  n += 1
  writeSync(1, `${n} ${now}\n`)
  const time = BigInt(now) * 1_000_000n
  file.add(channel, { n, ...body }, worth, { log: time, publish: time })
}

let turns = 0
setInterval(() => {
  turns += 1
  for (let i = 0; i < 4; i++) record(word, { text: `what happened in turn ${turns}`, level: 2 }, 'word')
  if (turns % 2 === 0) for (let i = 0; i < 1; i++) record(pose, { x: 1, y: 2, theta: 3, t: turns }, 'pose')
  if (turns % 25 === 0) record(picture, { data: jpeg }, 'picture')
}, 20)
