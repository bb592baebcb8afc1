import { must } from '#base/result.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import type { Ack } from './acks.js'
import { judged } from './judge.js'
import { SUBJECTS } from './subjects.js'

/** What is to be judged: the folder holds a state of that store. */
export interface Case {
  readonly subject: string
  readonly folder: string
  readonly acks: readonly Ack[]
  /** let the run go on to its end */
  readonly goOn: boolean
}

/** The process that opens states by the hundred. SQLite's handles are let go by the garbage collector only. */
const [firmware = ''] = process.argv.slice(2)
const wasm = must(readFirmware(firmware), 'the firmware')
let opened = 0

process.on('message', ({ subject: name, folder, acks, goOn }: Case) => {
  const subject = SUBJECTS.find((each) => each.name === name)
  if (subject === undefined) throw new Error(`there is no store ${name}`)
  void judged(subject, folder, acks, goOn ? wasm : undefined).then((broken) => {
    if (++opened % 40 === 0) globalThis.gc?.()
    process.send?.(broken)
  })
})
