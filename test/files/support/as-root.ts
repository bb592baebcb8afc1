import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The service's account, and another local user. */
export const SERVICE = 65_533
export const STRANGER = 65_532

const SRC = fileURLToPath(new URL('../../../src/', import.meta.url))

/** The command line in a process of its own, as root, with the identity that it may give up. */
export function graft(
  argv: readonly string[],
  cwd: string,
): { readonly status: number | null; readonly text: string } {
  const program = `import { main } from ${JSON.stringify(join(SRC, 'cli/cli.ts'))}
process.exitCode = await main(${JSON.stringify(argv)})`
  const { status, stdout, stderr } = spawnSync(process.execPath, [...NODE, program], {
    encoding: 'utf8',
    cwd,
    timeout: 60_000,
    env: { ...process.env, STATE_DIRECTORY: '' },
  })
  return { status, text: stdout + stderr }
}

/** A module of ours with something to do, in a process of its own. `SRC` stands for the folder of the sources. */
export const script = (text: string): { readonly status: number | null; readonly text: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...NODE, text.replaceAll('SRC/', SRC)], {
    encoding: 'utf8',
    timeout: 400_000,
  })
  return { status, text: stdout + stderr }
}

/** A process of the service's account that exchanges `path` for a link to `target` and back, until it is ended. */
export function swapper(path: string, target: string): ChildProcess {
  const text = `const { lstatSync, renameSync, rmSync, symlinkSync, writeFileSync } = require('fs')
const [path, target] = ${JSON.stringify([path, target])}
try { symlinkSync(target, path + '.link') } catch {}
process.send('ready')
let n = 0
for (;;) {
  // a folder that was made anew between two names keeps the first one away for good
  try { renameSync(path, path + '.real') } catch (e) {
    if (e.code === 'ENOTEMPTY') rmSync(path + '.real', { recursive: true, force: true })
  }
  try { renameSync(path + '.link', path) } catch {}
  try { renameSync(path, path + '.link') } catch {}
  try { renameSync(path + '.real', path) } catch {}
  // who writes by renaming may have put a file in the link's place: without a link there is no attack
  if (++n % 50 === 0) try {
    if (!lstatSync(path + '.link').isSymbolicLink()) {
      rmSync(path + '.link', { recursive: true, force: true })
      symlinkSync(target, path + '.link')
    }
  } catch {
    try { symlinkSync(target, path + '.link') } catch {}
  }
  if (n % 500 === 0) try {
    // never half written: the test ends this process at any moment
    writeFileSync(path + '.count.tmp', String(n))
    renameSync(path + '.count.tmp', path + '.count')
  } catch {}
}`
  return spawn(process.execPath, ['-e', text], {
    uid: SERVICE,
    gid: SERVICE,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

const NODE = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e']

/** A world with a state folder of the service, and things of root's that nothing may touch. */
export interface Scene {
  readonly root: string
  readonly state: string
  /** folders and files of root's */
  readonly precious: string
  /** the same text while nothing of root's has changed: content, owner and mode of everything */
  readonly witness: () => string
}

export function scene(): Scene {
  const root = mkdtempSync(join(tmpdir(), 'graft-links-'))
  chmodSync(root, 0o755)
  const state = join(root, 'state')
  mkdirSync(state, { mode: 0o700 })
  chownSync(state, SERVICE, SERVICE)
  const precious = join(root, 'etc')
  mkdirSync(join(precious, 'deep/er'), { recursive: true, mode: 0o755 })
  for (const name of ['shadow', 'deep/passwd', 'deep/er/sudoers'])
    writeFileSync(join(precious, name), `precious ${name}\n`, { mode: 0o600 })
  return { root, state, precious, witness: () => witnessOf(precious).join('\n') }
}

function witnessOf(path: string): readonly string[] {
  const { mode, uid, gid, nlink } = lstatSync(path)
  const head = `${path} ${mode.toString(8)} ${uid}:${gid}`
  if (!lstatSync(path).isDirectory())
    return [`${head} ${nlink} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`]
  return [
    head,
    ...readdirSync(path)
      .sort()
      .flatMap((name) => witnessOf(join(path, name))),
  ]
}

/** Lays something as the service's account would: it owns what it lays. */
export function lay(program: string): void {
  const { status, stderr } = spawnSync('/bin/sh', ['-ec', program], {
    uid: SERVICE,
    gid: SERVICE,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the attack could not be laid: ${stderr}`)
}
