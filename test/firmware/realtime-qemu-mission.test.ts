import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readCommands } from '#adapters/store/run-store.js'
import { must } from '#base/result.js'
import type { WireCommand } from '#link/wire-command.js'
import type { CommandEntry } from '#runtime/run-log.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { chooseFields } from '#config/field/choose-fields.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import { createWorld, type World } from '#simulation/field/world/world.js'
import { playMission } from '../line/support/mission.js'
import { needs } from '../needs/needs.js'
import { tapRun } from '../tap/support/witness.js'
import { startQemu, type Board } from './support/qemu-board.js'
import { Images } from './support/qemu-tools.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SEED = 1
const ATTEMPTS = 3

interface Ended {
  readonly code: number | null
  readonly printed: readonly Record<string, unknown>[]
  readonly said: string
}

/** The program itself, in a process of its own. */
async function graft(...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, 'bin/graft.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const printed: Record<string, unknown>[] = []
  for await (const line of createInterface(child.stdout))
    printed.push(JSON.parse(line) as Record<string, unknown>)
  return { code: await ended, printed, said }
}

interface Played {
  readonly ended: Ended
  readonly world: World
  readonly folder: string
}

/**
 * Emulator, plant and runtime share a machine. When it is too busy for them the robot's time falls behind the wall's, or
 * a heartbeat comes late, and the failsafes do what they are for: no mission for this test. Then once more.
 */
async function playInTime(play: (attempt: number) => Promise<Played>): Promise<Played> {
  for (let attempt = 1; ; attempt++) {
    const played = await play(attempt)
    const why = spoilt(played)
    if (why === undefined || attempt === ATTEMPTS) return played
    process.stderr.write(`attempt ${attempt}: the machine is too busy, ${why}; once more\n`)
  }
}

function spoilt({ ended, world }: Played): string | undefined {
  if (ended.code === EXIT.linkLost) return 'the link was lost'
  if (ended.said.includes('error start.')) return ended.said.trim()
  const { loop, seconds = 0 } = (ended.printed.find(({ type }) => type === 'episode') ?? {}) as EpisodeLine
  if ((loop?.worstMs ?? 0) > 150) return `a turn of the reflex loop came ${loop?.worstMs.toFixed(0)} ms late`
  const slow = world.outcome().operatingSeconds / seconds
  return slow < 0.9 ? `the robot's time ran at ${(slow * 100).toFixed(0)} % of the wall's` : undefined
}

interface EpisodeLine {
  readonly seconds?: number
  readonly loop?: { readonly worstMs: number }
}

/** The actuations that were asked for, without ids, permits and times. */
const asked = (journal: readonly CommandEntry[]): string[] =>
  journal.flatMap((entry) =>
    entry.kind === 'issued' && 'permitId' in entry.command ? [say(entry.command).join(' ')] : [],
  )

function say(command: Extract<WireCommand, { permitId: number }>): readonly (string | number)[] {
  switch (command.kind) {
    case 'moveTo':
    case 'push':
      return [command.kind, ...[command.x, command.y, command.theta].map((number) => number.toFixed(2))]
    case 'grip':
    case 'release':
    case 'rotate':
      return [command.kind, command.mask]
  }
}

describe('a whole mission on the emulated controller', needs('qemu'), () => {
  const images = new Images()
  const running: Board<World>[] = []
  beforeAll(() => void images.buildStm32('qemu'), 120_000)
  afterEach(() => {
    for (const board of running.splice(0)) board.process.kill('SIGKILL')
  })
  afterAll(() => images.remove())

  async function play(setup: FieldSetup, attempt: number): Promise<Played> {
    const world = createWorld({ setup, seed: SEED, episode: 1, faults: FAULT_PROFILES.none })
    const socket = images.path(`plant-${attempt}`)
    const board = await startQemu(images.path('fw-qemu.elf'), socket, 0xf1 + attempt, world)
    running.push(board)
    const out = mkdtempSync(join(tmpdir(), 'graft-mission-'))
    const ended = await graft(
      ...[
        'run',
        '--field',
        'F1',
        '--episodes',
        '1',
        '--tree',
        'bt/reference/best-F1.xml',
        '--actor',
        'rules',
      ],
      ...['--serial', board.path, '--armed-by', 'the test', '--wire', '--json', '--out', out],
    )
    board.process.kill('SIGKILL')
    return { ended, world, folder: readdirSync(out).map((name) => join(out, name))[0] ?? out }
  }

  it('graft run --serial plays the best plan of F1 against fw-qemu.elf as it does on the virtual robot', async () => {
    const [setup] = must(await chooseFields({ field: 'F1' }), 'field F1')
    const { world, ended, folder } = await playInTime((attempt) => play(setup!, attempt))
    const { code, printed, said } = ended
    expect({ code, said }).toEqual({ code: 0, said: '' })
    const episode = printed.find(({ type }) => type === 'episode')
    const twin = await playMission(SEED)

    expect(episode).toMatchObject({ endReason: twin.endReason, refusals: 0 })
    // by the truth of the world, not by what the robot believes
    const { operatingSeconds, ...counts } = world.outcome()
    const { operatingSeconds: virtually, ...expected } = twin.facts
    expect(counts).toEqual(expected)
    expect(counts).toMatchObject({ correct: 16, fullBatches: 4, shelfAtTarget: true, robotHome: true })
    expect(asked(readCommands(folder))).toEqual(asked(twin.journal))

    const [wire] = (await tapRun(folder)).summaries
    expect([...(wire?.breaches ?? ['no wire'])]).toEqual([])
    expect(wire?.counts.actuations).toBe(asked(twin.journal).length)
    expect(wire?.counts.executions).toBeGreaterThan(asked(twin.journal).length)
    process.stderr.write(
      `a mission of F1 on fw-qemu.elf: ${wire?.counts.actuations} actuations, 0 breaches of law 2, ` +
        `${operatingSeconds.toFixed(1)} s of firmware time (virtual robot: ${virtually.toFixed(1)} s)\n`,
    )
  }, 320_000)
})
