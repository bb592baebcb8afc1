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
  parseRecord,
  readChunk,
  completeRecords,
  type ChunkContent,
  type RawRecord,
} from './records.js'
import { serialize, OPCODE, Summary } from './summary.js'
import { damageOf, isFinished } from './verify.js'

/** The outcome for one file. */
export type Repaired =
  /** it was already complete and is unchanged */
  | { readonly kind: 'whole' }
  | {
      readonly kind: 'repaired'
      readonly messages: number
      readonly chunks: number
      /** bytes of the old file that did not form complete records */
      readonly dropped: number
    }

export type RepairFailure =
  | { readonly kind: 'not-mcap'; readonly path: string }
  /** compressed chunks, or messages outside chunks: not written by graft */
  | { readonly kind: 'foreign'; readonly path: string; readonly what: string }
  /** its writer closed it, and bytes were changed since */
  | { readonly kind: 'damaged'; readonly path: string; readonly what: string }
  | { readonly kind: 'disk'; readonly path: string; readonly text: string }

export interface RepairOptions {
  /** false: take a finished file at its word instead of reading all of it */
  readonly verify?: boolean
}

/**
 * Repairs a recording whose writer was killed: keeps every complete record, drops the torn tail, and rebuilds index,
 * summary and footer. The new file replaces the old one once it is on disk; an interrupted repair changes nothing.
 * A finished file in which messages were changed stays as it is: what follows them is intact, and would be lost.
 */
export async function repairMcap(
  path: string,
  { verify = true }: RepairOptions = {},
): Promise<Result<Repaired, RepairFailure>> {
  let file: FileHandle | undefined
  try {
    file = await openRegular(path)
    if (await isFinished(file)) {
      const damage = verify ? await damageOf(file) : undefined
      if (damage === undefined) return ok({ kind: 'whole' })
      if (!damage.indexOnly) return err({ kind: 'damaged', path, what: damage.what })
    }
    const begin = await bytesAt(file, 0, MAGIC.length)
    // the killed writer of a recording has left none of its bytes: its name is all that says what it was to be
    const isEmpty = begin.every((byte) => byte === 0) && !path.endsWith('.mcap')
    if (isEmpty || begin.some((byte, i) => byte !== MAGIC[i] && byte !== 0))
      return err({ kind: 'not-mcap', path })
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

/** Repairs every recording in a folder and its subfolders, and removes leftovers of interrupted repairs. */
export async function repairFolder(
  folder: string,
  options: RepairOptions = {},
): Promise<readonly FolderRepair[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const path of paths)
    if (path.endsWith(PARTIAL_SUFFIX)) await rm(path, { force: true }).catch(() => undefined)
  const done: FolderRepair[] = []
  for (const path of paths.filter((each) => each.endsWith('.mcap'))) {
    const result = await repairMcap(path, options)
    if (!result.ok || result.value.kind !== 'whole') done.push({ path, result })
  }
  return done
}

const PARTIAL_SUFFIX = '.mcap.repair'
const MADE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

async function rewrite(file: FileHandle, path: string): Promise<Result<Repaired, RepairFailure>> {
  // the name is random, so that nobody can have planted a file or link there
  const name = `${basename(path, '.mcap')}.${randomBytes(6).toString('hex')}${PARTIAL_SUFFIX}`
  const half = join(dirname(path), name)
  const out = new Rewriter(await open(half, MADE, (await file.stat()).mode & 0o777))
  try {
    const foreign = await copyRecords(file, out)
    if (foreign !== undefined) return err({ kind: 'foreign', path, what: foreign })
    const dropped = (await isFinished(file)) ? 0 : (await file.stat()).size - out.kept
    await out.end()
    await rename(half, path)
    syncDirectory(dirname(path))
    const { messages, chunks } = out.summary
    return ok({ kind: 'repaired', messages, chunks, dropped: Math.max(0, dropped) })
  } finally {
    await out.close()
    await rm(half, { force: true })
  }
}

/** @returns what graft never writes, if the file contains any */
async function copyRecords(file: FileHandle, out: Rewriter): Promise<string | undefined> {
  let headed = false
  for await (const record of completeRecords(file)) {
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
        // what follows a damaged chunk may be intact, but it may depend on records that were lost with it
        if (content === 'damaged') return undefined
        await out.chunk(record, content)
        break
      }
      case OPCODE.messageIndex:
        // regenerated, so not lost
        out.kept += record.bytes.length
        break
      case OPCODE.metadata:
      case OPCODE.attachment: {
        if (!(await out.metadataOrAttachment(record))) return undefined
        break
      }
      case OPCODE.message:
      case OPCODE.schema:
      case OPCODE.channel:
        return 'messages outside of chunks'
      default:
        // the end of the file, or as much of it as was written
        return undefined
    }
  }
  return undefined
}

/** Writes the new file, and the summary that matches its records. */
class Rewriter {
  readonly summary = new Summary()
  /** bytes of the old file that are in the new one or were regenerated */
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
        serialize((b) => b.writeMessageIndex({ channelId, records })),
      ]),
    )
    for (const [id, bytes] of content.schemas) this.summary.schema(id, bytes)
    for (const [id, bytes] of content.channels) this.summary.channel(id, bytes)
    this.summary.chunk(chunkEntry(content, { offset: this.#at, length: record.bytes.length }, indexes))
    await this.#write(record.bytes)
    for (const bytes of indexes.values()) await this.#write(bytes)
    this.kept += record.bytes.length
  }

  /** Copies metadata and attachments. @returns false if the record is damaged */
  async metadataOrAttachment(record: RawRecord): Promise<boolean> {
    const content = parseRecord(record)
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
      // even the header is torn: write an empty recording, so that viewers report it as empty
      await this.#write(MAGIC)
      await this.#write(serialize((b) => b.writeHeader({ profile: '', library: 'graft' })))
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
