import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { bytesAt, completeRecords, MAGIC, RECORD_HEAD, readChunk, viewOf, type RawRecord } from './records.js'
import { OPCODE } from './summary.js'

/** What is wrong with a recording that has its end. */
export interface Damage {
  /** only the index is, which can be built anew from the messages; otherwise bytes of the recording itself are lost */
  readonly indexOnly: boolean
  readonly what: string
}

/** Does it end with a footer and the magic, that is, did its writer close it? */
export async function isFinished(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size < 2 * MAGIC.length + FOOTER) return false
  const end = await bytesAt(file, size - MAGIC.length - FOOTER, FOOTER + MAGIC.length)
  return end[0] === OPCODE.footer && MAGIC.every((byte, i) => end[FOOTER + i] === byte)
}

/**
 * Checks every byte of a finished recording: two checksums cover it, that of the data and that of the index. A writer
 * that leaves them out (0) is taken at its word; graft writes both.
 */
export async function damageOf(file: FileHandle): Promise<Damage | undefined> {
  let crc = crc32(await bytesAt(file, 0, MAGIC.length))
  let end: number = MAGIC.length
  let suspect: string | undefined
  for await (const record of completeRecords(file)) {
    if (record.opcode === OPCODE.dataEnd) {
      const expected = lastWord(record.bytes)
      if (expected === 0 || expected === crc) return damageOfIndex(file, end + record.bytes.length)
      break
    }
    suspect ??= suspicion(record)
    crc = crc32(record.bytes, crc)
    end += record.bytes.length
  }
  return { indexOnly: false, what: suspect ?? `bytes before byte ${end} were changed or are missing` }
}

const suspicion = (record: RawRecord): string | undefined =>
  record.opcode === OPCODE.chunk && readChunk(record) === 'damaged'
    ? `the messages in the chunk at byte ${record.offset} were changed`
    : undefined

/** @param from where the index begins: all of it is covered, up to the checksum in the footer */
async function damageOfIndex(file: FileHandle, from: number): Promise<Damage | undefined> {
  const { size } = await file.stat()
  const index = await bytesAt(file, from, Math.min(size - MAGIC.length - from, MAX_INDEX_BYTES))
  const footer = viewOf(index.subarray(-FOOTER))
  const crc = lastWord(index)
  const begins = Number(footer.getBigUint64(RECORD_HEAD, true))
  // a file without an index says so, and has no checksum of one
  const isWhole = begins === 0 ? index.length === FOOTER : begins === from
  if (isWhole && (crc === 0 || crc32(index.subarray(0, -4)) === crc)) return undefined
  return { indexOnly: true, what: `its index, from byte ${from} on, was changed` }
}

const lastWord = (bytes: Uint8Array): number => viewOf(bytes).getUint32(bytes.length - 4, true)

const FOOTER = RECORD_HEAD + 20
/** that of a day of recording has a few MB */
const MAX_INDEX_BYTES = 1 << 28
