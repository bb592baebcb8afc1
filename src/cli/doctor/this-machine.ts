import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, readdir, readFile, readlink, realpath, stat, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { untrustedPath } from '#adapters/files/untrusted-path.js'
import { deviceNames } from '#config/device-names.js'
import type { FileStatus, Machine } from './machine.js'

const ANSWER_MS = 5000
const PROBE_MS = 1500

/** The computer this process runs on. */
export function thisMachine(): Machine {
  return {
    node: { version: process.version, platform: process.platform, arch: process.arch },
    uid: process.getuid?.() ?? 0,
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    load: loadavg()[0] ?? 0,
    now: () => Date.now(),
    stat: fileStatus,
    may: (path, what) =>
      access(path, what === 'read' ? constants.R_OK : constants.W_OK).then(
        () => true,
        () => false,
      ),
    read: (path) => readFile(path, 'utf8').catch(() => undefined),
    real: (path) => realpath(path).catch(() => undefined),
    list: (folder) => readdir(folder).catch(() => []),
    devices: deviceNames,
    strangers: untrustedPath,
    freeBytes: (path) =>
      statfs(path).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => undefined,
      ),
    run,
    portTaken,
    holders,
    loads: (name) =>
      import(name).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message.split('\n')[0] : String(error)),
      ),
    models,
    probe,
  }
}

const models: Machine['models'] = async (dir) => {
  const { verifyModels, readModels } = await import('#app/models/model-lists.js')
  const read = readModels(dir ?? undefined)
  if (!read.ok) return { models: [], problems: [read.error] }
  const named = read.value.map(({ entry: { id, role } }) => ({ id, role }))
  return { models: named, problems: await verifyModels(read.value) }
}

const probe: Machine['probe'] = async (devices) => {
  const [{ findController }, { monotonicClock }] = await Promise.all([
    import('#app/connections/find-controller.js'),
    import('#app/connections/serial-connection.js'),
  ])
  const found = await findController({ devices, timeoutMs: PROBE_MS, clock: monotonicClock() })
  if (!found.ok) return { why: found.error.text }
  found.value.stream.close()
  return found.value
}

async function fileStatus(path: string): Promise<FileStatus | undefined> {
  try {
    const status = await stat(path)
    const kind = status.isFile()
      ? 'file'
      : status.isDirectory()
        ? 'folder'
        : status.isCharacterDevice()
          ? 'device'
          : 'other'
    return { kind, mode: status.mode & 0o7777, uid: status.uid, gid: status.gid, changedMs: status.mtimeMs }
  } catch {
    return undefined
  }
}

const run: Machine['run'] = (program, args) =>
  new Promise((resolve) => {
    execFile(program, [...args], { timeout: ANSWER_MS }, (error, out) => {
      if (error === null) return resolve({ code: 0, out })
      if (error.code === 'ENOENT') return resolve(undefined)
      resolve({ code: typeof error.code === 'number' ? error.code : 1, out })
    })
  })

const portTaken: Machine['portTaken'] = (host, port) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })

async function holders(path: string): Promise<readonly string[]> {
  const target = await realpath(path).catch(() => path)
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const held = await Promise.all(
    pids.map(async (pid) => {
      const folder = join('/proc', pid, 'fd')
      const files = await readdir(folder).catch(() => [])
      const targets = await Promise.all(files.map((file) => readlink(join(folder, file)).catch(() => '')))
      if (!targets.includes(target) || Number(pid) === process.pid) return []
      const name = await readFile(join('/proc', pid, 'comm'), 'utf8').catch(() => '')
      return [`${pid} ${name.trim()}`]
    }),
  )
  return held.flat()
}
