import { writeSync } from 'node:fs'
import { must } from '#base/result.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { ackLine, type Ack } from './acks.js'
import { SUBJECTS } from './subjects.js'

/**
 * The process that is killed: `episode-child SUBJECT FOLDER FIRMWARE`. It says each promise aloud at once, through a call
 * that returns when the pipe has it.
 */
const [subject = '', folder = '', firmware = ''] = process.argv.slice(2)

const say = (ack: Ack): void => void writeSync(1, ackLine(ack))
const wasm = must(readFirmware(firmware), 'the firmware')
const found = SUBJECTS.find(({ name }) => name === subject)
if (found === undefined) throw new Error(`there is no store ${subject}`)
await found.run(folder, wasm, say)
say({ what: 'done' })
