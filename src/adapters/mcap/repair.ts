import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { openRegular } from '#documents/read-regular.js'
import { err, ok, type Result } from '#base/result.js'
import { syncDirectory } from '../files/durable-file.js'
import {
  bytesAt,
  chunkEntry,
  MAGIC,
  parsed,
  readChunk,
  RECORD_HEAD,
  wholeRecords,
  type ChunkContent,
  type RawRecord,
} from './records.js'
import { built, OPCODE, Summary } from './summary.js'

/** What became of one file. */
export type Repaired =
  /** it has its end already, and was left as it is */
  | { readonly kind: 'whole' }
  | {
      readonly kind: 'repaired'
      readonly messages: number
      readonly chunks: number
      /** bytes of the old file that were no whole record */
      readonly dropped: number
    }

export type RepairFailure =
  | { readonly kind: 'not-mcap'; readonly path: string }
  /** chunks that are compressed, or messages outside of chunks: not written by graft */
  | { readonly kind: 'foreign'; readonly path: string; readonly what: string }
  | { readonly kind: 'disk'; readonly path: string; readonly text: string }

/**
 * Makes a recording whole whose writer was killed: keeps every whole record, drops the torn tail, and writes index,
 * summary and footer anew. The new file takes the place of the old one when it is on the disk; a repair that is
 * interrupted changes nothing.
 */
export async function repairMcap(path: string): Promise<Result<Repaired, RepairFailure>> {
  let file: FileHandle | undefined
  try {
    file = await openRegular(path)
    if (await isFinished(file)) return ok({ kind: 'whole' })
    const begin = await bytesAt(file, 0, MAGIC.length)
    if (begin.some((byte, i) => byte !== MAGIC[i] && byte !== 0)) return err({ kind: 'not-mcap', path })
    return await rewrite(file, path)
  } catch (cause) {
    return err({ kind: 'disk', path, text: cause instanceof Error ? cause.message : String(cause) })
  } finally {
    await file?.close()
  }
}

export interface FolderRepair {
  readonly path: string
  readonly result: Result<Repaired, RepairFailure>
}

/**
 * Repairs every recording in a folder and below it that has no end, and clears away what an interrupted
 * repair left.
 */
export async function repairFolder(folder: string): Promise<readonly FolderRepair[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const path of paths)
    if (path.endsWith(HALF_DONE)) await rm(path, { force: true }).catch(() => undefined)
  const done: FolderRepair[] = []
  for (const path of paths.filter((each) => each.endsWith('.mcap'))) {
    const result = await repairMcap(path)
    if (!result.ok || result.value.kind !== 'whole') done.push({ path, result })
  }
  return done
}

const HALF_DONE = '.mcap.repair'
const MADE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/** It ends with a footer and the magic: its writer has closed it. */
async function isFinished(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  const footer = RECORD_HEAD + 20
  if (size < 2 * MAGIC.length + footer) return false
  const end = await bytesAt(file, size - MAGIC.length - footer, footer + MAGIC.length)
  return end[0] === OPCODE.footer && MAGIC.every((byte, i) => end[footer + i] === byte)
}

async function rewrite(file: FileHandle, path: string): Promise<Result<Repaired, RepairFailure>> {
  // nobody can have laid anything under a name that nobody knows
  const name = `${basename(path, '.mcap')}.${randomBytes(6).toString('hex')}${HALF_DONE}`
  const half = join(dirname(path), name)
  const out = new Rewriter(await open(half, MADE, (await file.stat()).mode & 0o777))
  try {
    const foreign = await copyWhole(file, out)
    if (foreign !== undefined) return err({ kind: 'foreign', path, what: foreign })
    const { size } = await file.stat()
    await out.end()
    await rename(half, path)
    syncDirectory(dirname(path))
    const { messages, chunks } = out.summary
    return ok({ kind: 'repaired', messages, chunks, dropped: Math.max(0, size - out.kept) })
  } finally {
    await out.close()
    await rm(half, { force: true })
  }
}

/** @returns what it is that graft does not write, if there is any */
async function copyWhole(file: FileHandle, out: Rewriter): Promise<string | undefined> {
  let headed = false
  for await (const record of wholeRecords(file)) {
    if (!headed && record.opcode !== OPCODE.header) return undefined
    switch (record.opcode) {
      case OPCODE.header: {
        headed = true
        await out.header(record)
        break
      }
      case OPCODE.chunk: {
        const content = readChunk(record)
        if (content === 'compressed') return 'compressed chunks'
        // what follows a damaged chunk may be whole, but nobody knows what it hangs on
        if (content === 'damaged') return undefined
        await out.chunk(record, content)
        break
      }
      case OPCODE.messageIndex:
        // made anew, but not lost
        out.kept += record.bytes.length
        break
      case OPCODE.metadata:
      case OPCODE.attachment: {
        if (!(await out.beside(record))) return undefined
        break
      }
      case OPCODE.message:
      case OPCODE.schema:
      case OPCODE.channel:
        return 'messages outside of chunks'
      default:
        // the end, or what its writer had got of it
        return undefined
    }
  }
  return undefined
}

/** Writes the new file, and its end from what went in. */
class Rewriter {
  readonly summary = new Summary()
  /** bytes of the old file that are in the new one, or need not be */
  kept = 0
  readonly #file: FileHandle
  #at = 0
  #crc = 0
  #open = true

  constructor(file: FileHandle) {
    this.#file = file
  }

  async header(record: RawRecord): Promise<void> {
    await this.#write(MAGIC)
    await this.#write(record.bytes)
    this.kept += MAGIC.length + record.bytes.length
  }

  async chunk(record: RawRecord, content: ChunkContent): Promise<void> {
    const byChannel = new Map<number, [bigint, bigint][]>()
    for (const { channelId, logTime, offset } of content.messages) {
      const records = byChannel.get(channelId) ?? []
      records.push([logTime, offset])
      byChannel.set(channelId, records)
    }
    const indexes = new Map(
      [...byChannel].map(([channelId, records]) => [
        channelId,
        built((b) => b.writeMessageIndex({ channelId, records })),
      ]),
    )
    for (const [id, bytes] of content.schemas) this.summary.schema(id, bytes)
    for (const [id, bytes] of content.channels) this.summary.channel(id, bytes)
    this.summary.chunk(chunkEntry(content, { offset: this.#at, length: record.bytes.length }, indexes))
    await this.#write(record.bytes)
    for (const bytes of indexes.values()) await this.#write(bytes)
    this.kept += record.bytes.length
  }

  /** Metadata and attachments. @returns false when it is damaged */
  async beside(record: RawRecord): Promise<boolean> {
    const content = parsed(record)
    const place = { offset: BigInt(this.#at), length: BigInt(record.bytes.length) }
    if (content?.type === 'Metadata') this.summary.metadata({ name: content.name, ...place })
    else if (content?.type === 'Attachment') {
      const { logTime, createTime, name, mediaType, data } = content
      this.summary.attachment({
        logTime,
        createTime,
        name,
        mediaType,
        dataSize: BigInt(data.length),
        ...place,
      })
    } else return false
    await this.#write(record.bytes)
    this.kept += record.bytes.length
    return true
  }

  async end(): Promise<void> {
    if (this.#at === 0) {
      // torn in its very header: an empty recording, so that viewers can say so
      await this.#write(MAGIC)
      await this.#write(built((b) => b.writeHeader({ profile: '', library: 'graft' })))
    }
    await this.#write(this.summary.close(this.#at, this.#crc))
    await this.#file.sync()
    await this.close()
  }

  async close(): Promise<void> {
    if (!this.#open) return
    this.#open = false
    await this.#file.close()
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done)
      done += bytesWritten
    }
    this.#at += bytes.length
    this.#crc = crc32(bytes, this.#crc)
  }
}
