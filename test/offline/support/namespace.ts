import { spawn } from 'node:child_process'

/** Ends with the exit code of the command; loopback is up, and there is no way anywhere else. */
const INSIDE = 'ip link set lo up && exec "$@"'

/** How to come into a network namespace of one's own: as root, or as root of a user namespace of one's own. */
function way(): readonly string[] {
  return process.getuid?.() === 0 ? ['unshare', '--net'] : ['unshare', '--map-root-user', '--net']
}

/** The same command in a network namespace of its own. */
export const isolated = (command: readonly string[]): readonly string[] => [
  ...way(),
  ...['--', 'sh', '-c', INSIDE, 'sh', ...command],
]

/** The same command with its connect() and sendto() calls written into a file. */
export const watched = (file: string, command: readonly string[]): readonly string[] => [
  ...['strace', '-f', '--seccomp-bpf', '-qq', '-e', 'trace=connect,sendto', '-o', file],
  ...command,
]

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs it to its end. */
export function ended(
  [command = '', ...args]: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Ended> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
  })
}
