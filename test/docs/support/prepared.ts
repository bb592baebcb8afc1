import { spawn, type ChildProcess } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceStatus } from '#runtime/status/service-status.js'
import { REPO } from '../../../lab/architecture/source-tree.js'
import { layCartWorld } from './cart-world.js'
import { COPIES, FILES, PROGRAMS } from './prepared-files.js'

export interface Ended {
  readonly code: number | string
  readonly output: string
}

/** The folder of a reader who has followed the pages so far: graft on the path, a run, a service, files to try with. */
export class Prepared {
  readonly folder = mkdtempSync(join(tmpdir(), 'graft-examples-'))
  readonly #services: ChildProcess[] = []
  readonly #names: [RegExp, string][] = []

  static async make(): Promise<Prepared> {
    const made = new Prepared()
    try {
      made.#lay()
      await made.#record()
      await made.#serve()
      return made
    } catch (error) {
      await made.remove()
      throw error
    }
  }

  /** Runs it as bash does. @param endsAt what it has to print before Ctrl-C ends it */
  run(command: string, { at = '.', endsAt }: { at?: string; endsAt?: RegExp } = {}): Promise<Ended> {
    const child = spawn('bash', ['-o', 'pipefail', '-O', 'expand_aliases', '-c', this.#named(command)], {
      cwd: join(this.folder, at),
      env: this.#env(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let isEnding = false
    const hear = (chunk: Buffer): void => {
      output += chunk.toString()
      if (endsAt?.test(output) !== true || isEnding) return
      isEnding = true // a second Ctrl-C would not wait
      process.kill(-(child.pid as number), 'SIGINT')
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    return new Promise((resolve) =>
      child.once('close', (code, by) => resolve({ code: code ?? by ?? '', output })),
    )
  }

  /** @throws Error unless it ends with 0 */
  async must(command: string): Promise<string> {
    const { code, output } = await this.run(command)
    if (code !== 0) throw new Error(`${command} has ended with ${code}:\n${output}`)
    return output
  }

  /** From now on this is what a name that the texts print stands for. */
  name(printed: RegExp, real: string): void {
    this.#names.unshift([printed, real])
  }

  async stopServices(): Promise<void> {
    const ended = this.#services.map((each) => new Promise((resolve) => each.once('close', resolve)))
    for (const each of this.#services) each.kill('SIGTERM')
    await Promise.all(ended)
    this.#services.length = 0
  }

  async remove(): Promise<void> {
    await this.stopServices()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #named(command: string): string {
    return this.#names.reduce((text, [printed, real]) => text.replace(printed, real), command)
  }

  #env(): NodeJS.ProcessEnv {
    const { GRAFT_KEY: _, STATE_DIRECTORY: __, ...env } = process.env
    return {
      ...env,
      HOME: this.folder,
      XDG_CONFIG_HOME: join(this.folder, '.config'),
      PATH: `${join(this.folder, 'path')}:${env['PATH'] ?? ''}`,
      NO_COLOR: '1',
      EDITOR: 'true',
      VISUAL: 'true',
    }
  }

  #lay(): void {
    for (const [name, from] of Object.entries(COPIES)) {
      mkdirSync(join(this.folder, name, '..'), { recursive: true })
      cpSync(join(REPO, from), join(this.folder, name), { recursive: true })
    }
    layCartWorld(this.folder)
    for (const name of ['bin', 'bt', 'config', 'models', 'worlds'])
      symlinkSync(join(REPO, name), join(this.folder, name))
    for (const [name, text] of Object.entries(FILES)) this.#write(name, text)
    for (const [name, text] of Object.entries(PROGRAMS)) this.#write(`path/${name}`, text, 0o755)
  }

  #write(name: string, text: string, mode = 0o644): void {
    const path = join(this.folder, name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, text, { mode })
  }

  /** A run of three episodes under the names that the texts use, one of each task of the home. */
  async #record(): Promise<void> {
    await this.must('graft run --field F1 --episodes 3 --seed 1 --wire --out made')
    const [run = ''] = readdirSync(join(this.folder, 'made'))
    for (const name of ['F1-s1-1a2b3c4d', 'RUN'])
      cpSync(join(this.folder, 'made', run), join(this.folder, 'runs', name), { recursive: true })
    await this.must('graft run --field F1 --episodes 1 --seed 2 --out made-other')
    const [other = ''] = readdirSync(join(this.folder, 'made-other'))
    cpSync(join(this.folder, 'made-other', other), join(this.folder, 'runs', 'OTHER'), { recursive: true })
    this.name(/(?<=graft report RUN )RUN/, 'OTHER')
    await this.must('graft run --world home --episodes 1 --out made-home')
    await this.must('graft run --world home --task tidy --seed 2 --episodes 1 --out made-home')
    const [fetch = '', tidy = ''] = readdirSync(join(this.folder, 'made-home')).sort()
    this.name(/(?<=chances home )RUN RUN2/, 'home-fetch-s1-1a2b3c4d home-tidy-s2-2b3c4d5e')
    const home = { 'home-fetch-s1-1a2b3c4d': fetch, 'home-tidy-s2-2b3c4d5e': tidy }
    for (const [name, from] of Object.entries(home))
      cpSync(join(this.folder, 'made-home', from), join(this.folder, 'runs', name), { recursive: true })
    copyFileSync(join(this.folder, 'runs/RUN/episodes/01/wire.bin'), join(this.folder, 'capture.bin'))
    await this.must('graft new world my-world --language javascript')
    mkdirSync(join(this.folder, '.graft'), { mode: 0o700 })
    await this.must('graft memory import lessons.yaml --world tabletop')
    const lessons = await this.must('graft memory list --world tabletop')
    this.name(/68b0/, /^\s*([0-9a-f]{4,})/m.exec(lessons)?.[1] ?? '')
    const [recorded = ''] = (await this.must('graft bt trace cases --json')).trim().split('\n')
    const { expect: expected } = JSON.parse(recorded) as { expect: unknown }
    this.#write('cases/a.expected.json', JSON.stringify({ case: { steps: ['tick'] }, expect: expected }))
  }

  /** Two services, each of which has its state in the folder in which its console is called. */
  async #serve(): Promise<void> {
    const field = await this.#start('.', 'robot: { body: virtual, pace: fast }')
    await this.#start('home', 'world: { name: home }\nrobot: { body: virtual, pace: fast }')
    this.name(/tcp:\/\/robot\.local:5870/, field)
    await this.must('graft keys new me --role operator --out me.graft-key')
    await this.#untilReady()
    await this.must('graft console run --field F2 --episodes 3 && graft console arm --yes')
    await this.#untilIdle()
    const [run] = JSON.parse(await this.must('graft console --json run list')) as [{ key: string }]
    const [alarm] = JSON.parse(await this.must('graft console --json alarm list')) as [{ id: string }]
    const slots = await this.must('graft console --json tree slots --field F2')
    const trees = [...new Set([...slots.matchAll(/[0-9a-f]{64}/g)].map(([hash]) => hash.slice(0, 8)))]
    const recording = join(this.folder, `.graft/recordings/${run.key}/02/${run.key}-02.mcap`)
    mkdirSync(join(this.folder, 'recordings'))
    for (const name of ['recordings/F1-s1-1a2b3c4d-02', 'F1-s1-1a2b3c4d-02', 'FILE'])
      copyFileSync(recording, join(this.folder, `${name}.mcap`))
    this.name(/(?<= )(1a2b3c4d|b58e89f2)/, trees[0] ?? '')
    this.name(/(?<= )(5e6f7a8b|ccde2e8f)/, trees[1] ?? '')
    this.name(/F2-s1-1a2b3c4d|(?<=^graft store .*)F1-s1-1a2b3c4d/, run.key)
    this.name(/F2-s1-1a2b3c4d\/1\/1/, alarm.id)
  }

  #untilReady(): Promise<void> {
    return this.#until(({ models }) => models.every(({ state }) => state !== 'loading'))
  }

  #untilIdle(): Promise<void> {
    return this.#until(({ activity }) => activity === 'idle')
  }

  async #until(isSo: (status: ServiceStatus) => boolean): Promise<void> {
    while (!isSo(JSON.parse(await this.must('graft console --json status')) as ServiceStatus))
      await sleep(300)
  }

  async #start(at: string, config: string): Promise<string> {
    const cwd = join(this.folder, at)
    mkdirSync(cwd, { recursive: true })
    const endpoint = `ipc://${cwd}/console`
    const lines = [
      'version: 1',
      `console: { listen: '${endpoint}' }`,
      'dashboard: { enabled: false }',
      'store: { lowMiB: 32, fullMiB: 16 }',
      config,
    ]
    writeFileSync(join(cwd, 'service.yaml'), `${lines.join('\n')}\n`)
    const child = spawn('graft', ['serve', '--config', 'service.yaml'], {
      cwd,
      env: this.#env(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#services.push(child)
    let said = ''
    await new Promise<void>((ready, fail) => {
      const hear = (chunk: Buffer): void => {
        said += chunk.toString()
        if (said.includes('is ready')) ready()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.once('close', () => fail(new Error(`the service has ended:\n${said}`)))
    })
    return endpoint
  }
}
