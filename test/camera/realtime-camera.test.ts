import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { FfmpegCamera, type FfmpegCameraOptions } from '#adapters/camera/ffmpeg-camera.js'
import { VirtualClock } from '#base/clock.js'
import { ms } from '#base/units.js'
import { openCamera } from '#app/connections/open-camera.js'
import type { Picture } from '#runtime/status/status-publisher.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'
import { needs } from '../needs/needs.js'
import { jpegOf } from './pictures.js'

const clock = { now: () => ms(performance.now()) }
const folder = mkdtempSync(join(tmpdir(), 'graft-camera-'))
const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((camera) => camera.close()))
})
afterAll(() => rmSync(folder, { recursive: true }))

const camera = (options: Partial<FfmpegCameraOptions> = {}): FfmpegCamera => {
  const made = new FfmpegCamera({
    ...{ source: 'test picture', find: async () => ({ kind: 'test' as const }), width: 320, height: 240 },
    ...{ fps: 15, staleMs: 800, model: MAST_CAMERA, clock },
    ...options,
  })
  open.push(made)
  return made
}

/** Asks until it is so; the time is a guard against hanging. */
async function until(what: string, is: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 25_000
  while (!(await is())) {
    if (performance.now() > end) expect.fail(`never: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Processes whose command line has this word. */
function processesWith(word: string): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter((line) => line.includes(word) && line.includes('testsrc2') && !/^\s*\d+\s+Z/.test(line))
    .map((line) => Number(line.trim().split(/\s+/)[0]))
}

/** Each test its own picture size, by which its process is known. */
let sizes = 0
const ownSize = (): { width: number; height: number; word: string } => {
  const width = 322 + 2 * (process.pid % 500) + 2 * sizes++
  return { width, height: 240, word: `size=${width}x240` }
}

const FFMPEG = { ...needs('ffmpeg'), timeout: 60_000 }

describe('the test picture, through the path of a real camera', FFMPEG, () => {
  it('gives pictures of its size, newest first, none twice, with the asker’s time', async () => {
    const eye = camera()
    const seen: Picture[] = []
    const stop = eye.onPicture((picture) => seen.push(picture))
    await until('the first picture', () => eye.report().state === 'ok')
    const asker = new VirtualClock()
    asker.advance(5000)
    const mine = eye.at(asker)
    const one = await mine.capture()
    const two = await mine.capture()
    expect([one.width, one.height, one.rgb.length]).toEqual([320, 240, 3 * 320 * 240])
    expect([one.id, two.id]).toEqual(['f0000', 'f0001'])
    expect(Buffer.compare(one.rgb, two.rgb)).not.toBe(0)
    for (const { t } of [one, two]) {
      expect(t).toBeLessThanOrEqual(5000)
      expect(t).toBeGreaterThan(5000 - 800)
    }
    await until('five pictures', () => seen.length >= 5)
    expect(seen.every(({ width, jpeg }) => width === 320 && jpeg[0] === 0xff && jpeg[1] === 0xd8)).toBe(true)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    stop()
    const count = seen.length
    const { frames } = eye.report()
    await until('three more', () => eye.report().frames >= frames + 3)
    expect(seen.length).toBe(count)
    // a computer that is very busy lets the reader fall silent, and it is started again
    expect(eye.report()).toMatchObject({ source: 'test picture', state: 'ok' })
  })

  it('drops a listener that throws, and keeps the others', async () => {
    const said: string[] = []
    const eye = camera({ report: (text) => said.push(text) })
    let heard = 0
    eye.onPicture(() => {
      throw new Error('a listener of the test')
    })
    eye.onPicture(() => heard++)
    await until('three pictures heard', () => heard >= 3)
    expect(said.filter((text) => text.includes('a listener of the test'))).toHaveLength(1)
  })

  it('comes back after kill -9, and says meanwhile why there is none', async () => {
    const { word, ...size } = ownSize()
    const eye = camera(size)
    await until('the first picture', () => eye.report().state === 'ok')
    const [pid = 0] = processesWith(word)
    const { frames } = eye.report()
    process.kill(pid, 'SIGKILL')
    await until('a restart', () => eye.report().restarts === 1)
    await until('new pictures', () => eye.report().frames > frames && eye.report().state === 'ok')
    expect(processesWith(word)).toHaveLength(1)
    expect(processesWith(word)).not.toContain(pid)
  })

  it('that hangs is found out, refused to the critic, killed and started again', async () => {
    const { word, ...size } = ownSize()
    const said: string[] = []
    let isThere = true
    const eye = camera({
      ...size,
      report: (text) => said.push(text),
      find: async () => (isThere ? { kind: 'test' } : undefined),
    })
    await until('the first picture', () => eye.report().state === 'ok')
    const [pid = 0] = processesWith(word)
    isThere = false
    process.kill(pid, 'SIGSTOP')
    await until('staleness', () => eye.report().state !== 'ok')
    await expect(eye.capture()).rejects.toThrow(/the camera gives no picture: .* ms old/)
    isThere = true
    await until('a restart', () => eye.report().restarts >= 1 && eye.report().state === 'ok')
    expect(said.some((text) => /no picture for \d+ ms/.test(text))).toBe(true)
    expect(existsSync(`/proc/${pid}`)).toBe(false)
  })

  it('leaves no process when it is closed, also while it hangs', async () => {
    const { word, ...size } = ownSize()
    const eye = camera(size)
    await until('the first picture', () => eye.report().state === 'ok')
    const [pid = 0] = processesWith(word)
    process.kill(pid, 'SIGSTOP')
    await eye.close()
    expect(processesWith(word)).toEqual([])
    expect(eye.report()).toMatchObject({ state: 'off', text: 'closed' })
    await expect(eye.capture()).rejects.toThrow(/closed/)
  })

  it('leaves no process when we are killed (SIGKILL)', async () => {
    const { word, width } = ownSize()
    const entry = fileURLToPath(new URL('camera-holder.ts', import.meta.url))
    const holder = spawn(process.execPath, ['--import', 'tsx', entry, String(width)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const gone = new Promise((resolve) => holder.once('exit', resolve))
    await new Promise((resolve) => holder.stdout.once('data', resolve))
    expect(processesWith(word).length).toBe(1)
    holder.kill('SIGKILL')
    await gone
    await until('the child has ended', () => processesWith(word).length === 0)
  })
})

describe('a camera that is not there', () => {
  it('is named with what is wrong, and looked for again', FFMPEG, async () => {
    const device = join(folder, 'video9')
    writeFileSync(device, 'no camera')
    const eye = openCamera({ source: 'v4l2', device, width: 640, height: 480, fps: 15, staleMs: 400 }, clock)
    open.push(eye)
    await until('two more tries', () => eye.report().restarts >= 2)
    expect(eye.report()).toMatchObject({ source: `v4l2 ${device}`, state: 'lost', ageMs: null, frames: 0 })
    expect(eye.report().text).toMatch(/device|ioctl/i)
    await expect(eye.capture()).rejects.toThrow(
      /the camera gives no picture: .*there has been no picture yet/,
    )
  })

  it('needs ffmpeg, and says how to get it', async () => {
    const eye = camera({ program: 'ffmpeg-that-is-not-there' })
    await until('the reason', () => eye.report().text !== 'the camera is being started')
    expect(eye.report().text).toBe('ffmpeg-that-is-not-there is not installed: apt install ffmpeg')
  }, 60_000)

  it('comes back under another name when it is plugged in again', async () => {
    // what ffmpeg is to a camera, this is to a file: it shows the picture until the device is gone
    const program = join(folder, 'reader')
    writeFileSync(
      program,
      '#!/bin/sh\nwhile [ $# -gt 0 ]; do [ "$1" = -i ] && device=$2; shift; done\n' +
        'while [ -e "$device" ]; do cat "$device"; sleep 0.1; done\necho "$device: No such device" >&2\nexit 1\n',
    )
    chmodSync(program, 0o755)
    const first = join(folder, 'cam0')
    writeFileSync(first, await jpegOf(320, 240))
    const devices = [first]
    const eye = camera({
      source: 'v4l2 cam*',
      program,
      find: async () => {
        const device = devices.find((name) => existsSync(name))
        return device === undefined ? undefined : { kind: 'v4l2', device }
      },
    })
    await until('pictures', () => eye.report().frames >= 3)
    const away = join(folder, 'away')
    renameSync(first, away)
    await until('it is missed', () => eye.report().state === 'lost')
    expect(eye.report().text).toMatch(/No such device|the device was not found|no picture/)
    await until('it is looked for', () => eye.report().text === 'the device was not found')
    const second = join(folder, 'cam7')
    devices.push(second)
    renameSync(away, second)
    const { frames } = eye.report()
    await until('pictures of the other name', () => eye.report().frames >= frames + 3)
    expect(eye.report().state).toBe('ok')
    expect(readFileSync(second).length).toBeGreaterThan(0)
  }, 60_000)
})
