import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Another process takes the folder of a store, as a service would. @returns ends it */
export async function holdLock(dir: string): Promise<() => void> {
  const other = spawn('flock', ['--no-fork', join(dir, 'lock'), 'sh', '-c', 'echo held; exec sleep 60'])
  await once(other.stdout, 'data')
  return () => void other.kill()
}
