import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { projectFile } from '#documents/read-text-file.js'

/** Where a child kills itself: after it has written this. */
export type KillPoint = 'tree' | 'trace' | 'steps'

/** A real process writes into the run folder and is killed before it commits. @returns the signal that ended it */
export const killedBetween = (folder: string, point: KillPoint): Promise<string> =>
  child(['kill', folder, point])

/** A real process tries to go on with the run folder. @returns what it says of it */
export const secondProcess = (folder: string): Promise<string> => child(['resume', folder])

function child(args: readonly string[]): Promise<string> {
  const here = fileURLToPath(import.meta.url)
  const source = here.endsWith('.ts')
  const program = here.replace(/child\.(ts|js)$/, 'child-program.$1')
  // from sources the child needs what runs TypeScript; the package has compiled files
  const node = spawn(process.execPath, [...(source ? ['--import', 'tsx'] : []), program, ...args], {
    cwd: projectFile('.'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  node.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    node.on('error', reject)
    node.on('close', (code, signal) => resolve(signal ?? (output.trim() || `exit code ${String(code)}`)))
  })
}
