import { STATUS_CODE } from '../monitor/status-code.js'
import { TRANSITION_BYTES, writeTransition } from '../monitor/transitions.js'
import type { Status } from '#bt/status.js'

export interface BtLogOptions {
  /** the tree, as `instanceXml` describes it */
  readonly xml: string
  /** microseconds since the epoch */
  readonly now: () => number
  /** receives the file's bytes in pieces; the first one immediately */
  readonly write: (bytes: Uint8Array) => void
}

/** Writes a `.btlog` file; pass it to `Tree.observe`. */
export class BtLogWriter {
  readonly #options: BtLogOptions
  readonly #start: number

  constructor(options: BtLogOptions) {
    this.#options = options
    this.#start = Math.floor(options.now())
    options.write(btlogHeader(options.xml, this.#start))
  }

  changed(node: { readonly uid: number }, _from: Status, to: Status): void {
    const record = new Uint8Array(TRANSITION_BYTES)
    const usec = this.#options.now() - this.#start
    writeTransition(record, 0, { usec, uid: node.uid, status: STATUS_CODE[to] })
    this.#options.write(record)
  }
}

/** @param startUsec microseconds since the epoch; record times are relative to it */
function btlogHeader(xml: string, startUsec: number): Uint8Array {
  const magic = new TextEncoder().encode(MAGIC)
  const text = new TextEncoder().encode(xml)
  const bytes = new Uint8Array(magic.length + 1 + 4 + text.length + 8)
  const view = new DataView(bytes.buffer)
  bytes.set(magic)
  bytes[magic.length] = BTLOG_VERSION
  view.setInt32(magic.length + 1, text.length, true)
  bytes.set(text, magic.length + 5)
  view.setBigInt64(magic.length + 5 + text.length, BigInt(Math.floor(startUsec)), true)
  return bytes
}

/** The start of a `.btlog` file (FileLogger2 of BehaviorTree.CPP): magic, version, length of the XML, the XML, time. */
export const MAGIC = 'BTCPP4-FileLogger2'
export const BTLOG_VERSION = 1
