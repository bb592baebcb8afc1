import type { Diagnostic } from '#base/diagnostic.js'
import { readTransitions, TRANSITION_BYTES, type Transition } from '../monitor/transitions.js'
import { BTLOG_VERSION, MAGIC } from './btlog-writer.js'

export interface BtLog {
  /** the tree that ran, as in the reply to the monitor's request T */
  readonly xml: string
  /** microseconds since the epoch; `undefined` when the file ends before it */
  readonly startUsec: number | undefined
  readonly transitions: readonly Transition[]
}

/**
 * Reads as much of a `.btlog` file as is present: the log of a killed process ends in the middle of a record.
 * Never throws.
 * @param file file name, for messages
 */
export function readBtLog(
  bytes: Uint8Array,
  file: string,
): { readonly log: BtLog | undefined; readonly problems: readonly Diagnostic[] } {
  const magic = new TextDecoder().decode(bytes.subarray(0, MAGIC.length))
  if (magic !== MAGIC) {
    return { log: undefined, problems: [broken(file, 'this is no .btlog file', `it begins with ${MAGIC}`)] }
  }
  const version = bytes[MAGIC.length]
  if (version !== undefined && version !== BTLOG_VERSION) {
    return {
      log: undefined,
      problems: [broken(file, `version ${version} of the format`, `version ${BTLOG_VERSION}`)],
    }
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lengthAt = MAGIC.length + 1
  if (bytes.length < lengthAt + 4) return { log: undefined, problems: [truncated(file, 'before the tree')] }
  const length = view.getInt32(lengthAt, true)
  if (length < 0) {
    return { log: undefined, problems: [broken(file, `a tree of ${length} bytes`, 'a length of 0 or more')] }
  }
  const timeAt = lengthAt + 4 + length
  const xml = new TextDecoder().decode(bytes.subarray(lengthAt + 4, timeAt))
  if (bytes.length < timeAt + 8) {
    const where = bytes.length < timeAt ? 'inside the tree' : 'before the first record'
    return { log: { xml, startUsec: undefined, transitions: [] }, problems: [truncated(file, where)] }
  }
  const records = bytes.subarray(timeAt + 8)
  const log = {
    xml,
    startUsec: Number(view.getBigInt64(timeAt, true)),
    transitions: readTransitions(records),
  }
  const rest = records.length % TRANSITION_BYTES
  return {
    log,
    problems: rest === 0 ? [] : [truncated(file, `${rest} bytes into record ${log.transitions.length + 1}`)],
  }
}

const broken = (file: string, got: string, expected: string): Diagnostic => ({
  code: 'btlog.format',
  severity: 'error',
  message: `${file} cannot be read`,
  expected,
  got,
})

const truncated = (file: string, where: string): Diagnostic => ({
  code: 'btlog.truncated',
  severity: 'warning',
  message: `${file} ends ${where}`,
  hint: 'what comes before was read',
})
