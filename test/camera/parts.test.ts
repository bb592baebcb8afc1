import { describe, expect, it } from 'vitest'
import { BackOff, MAX_MS } from '#adapters/camera/back-off.js'
import { decodeJpeg } from '#adapters/camera/decode-jpeg.js'
import { ffmpegArguments } from '#adapters/camera/ffmpeg-arguments.js'
import { StderrTail } from '#adapters/camera/stderr-tail.js'
import { stream } from '#base/random.js'
import { jpegOf } from './pictures.js'

const SIZE = { width: 640, height: 480, fps: 15 }

describe('the waits between two starts', () => {
  it('grow to a bound, differ by chance, and begin anew after a good start', () => {
    const backOff = new BackOff(stream('test'))
    const waits = Array.from({ length: 40 }, () => backOff.next())
    expect(waits[0]).toBeGreaterThanOrEqual(125)
    expect(waits[0]).toBeLessThanOrEqual(250)
    expect(Math.max(...waits)).toBeLessThanOrEqual(MAX_MS)
    expect(waits.slice(6).every((wait) => wait >= MAX_MS / 2)).toBe(true)
    expect(new Set(waits).size).toBe(40)
    backOff.reset()
    expect(backOff.next()).toBeLessThanOrEqual(250)
    const same = new BackOff(stream('test'))
    expect(Array.from({ length: 40 }, () => same.next())).toEqual(waits)
  })
})

describe('what ffmpeg said last', () => {
  it('is its newest line, without addresses and control characters', () => {
    const words = new StderrTail()
    expect(words.last).toBe('')
    words.add(Buffer.from('first\n[video4linux2,v4l2 @ 0x55d0c8e2b4c0] Cannot open vid'))
    expect(words.last).toBe('Cannot open vid')
    words.add(Buffer.from('eo device\u001b[31m\n\n'))
    expect(words.last).toBe('Cannot open video device [31m')
  })

  it('is bounded however much it says', () => {
    const words = new StderrTail()
    for (let i = 0; i < 200; i++) words.add(Buffer.alloc(10_000, 'x'))
    expect(words.last.length).toBe(200)
    words.add(Buffer.from('\nthe end'))
    expect(words.last).toBe('the end')
  })
})

describe('the command line of ffmpeg', () => {
  it('passes the pictures of a device on as the camera coded them', () => {
    const args = ffmpegArguments({ kind: 'v4l2', device: '/dev/v4l/by-id/usb-cam' }, SIZE).join(' ')
    expect(args).toContain(
      '-f v4l2 -input_format mjpeg -video_size 640x480 -framerate 15 -i /dev/v4l/by-id/usb-cam',
    )
    expect(args).toMatch(/-c:v copy .*-f mjpeg pipe:1$/)
  })

  it('makes the test picture come out of the same pipe', () => {
    const args = ffmpegArguments({ kind: 'test' }, SIZE).join(' ')
    expect(args).toContain('-f lavfi -i testsrc2=size=640x480:rate=15')
    expect(args).toMatch(/-f mjpeg pipe:1$/)
  })
})

describe('a decoded picture', () => {
  it('is RGB without padding, also when the camera sends grey', async () => {
    const colour = await decodeJpeg(await jpegOf(64, 48))
    expect([colour.width, colour.height, colour.rgb.length]).toEqual([64, 48, 3 * 64 * 48])
    const { default: sharp } = await import('sharp')
    const grey = await sharp(await jpegOf(64, 48))
      .greyscale()
      .jpeg()
      .toBuffer()
    expect((await decodeJpeg(grey)).rgb.length).toBe(3 * 64 * 48)
  })

  it('is read without Huffman tables, which cameras leave out to save bytes', async () => {
    const { default: sharp } = await import('sharp')
    const whole = await sharp(await jpegOf(64, 48))
      .jpeg({ optimiseCoding: false })
      .toBuffer()
    const bare = withoutTables(whole)
    expect(bare.length).toBeLessThan(whole.length - 300)
    expect((await decodeJpeg(bare)).rgb).toEqual((await decodeJpeg(whole)).rgb)
  })

  it('is refused when half of it is missing or its header promises too much', async () => {
    const jpeg = await jpegOf(64, 48)
    await expect(decodeJpeg(jpeg.subarray(0, jpeg.length / 2))).rejects.toThrow()
    const huge = Buffer.from(jpeg)
    const size = huge.indexOf(Buffer.from([0xff, 0xc0])) + 5
    huge.writeUInt16BE(65_000, size)
    huge.writeUInt16BE(65_000, size + 2)
    await expect(decodeJpeg(huge)).rejects.toThrow(/pixel/)
  })
})

/** A JPEG without its DHT segments. */
function withoutTables(jpeg: Buffer): Buffer {
  const kept: Buffer[] = [jpeg.subarray(0, 2)]
  for (let at = 2; ;) {
    const marker = jpeg[at + 1]
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (marker === 0xda) return Buffer.concat([...kept, jpeg.subarray(at)])
    if (marker !== 0xc4) kept.push(jpeg.subarray(at, end))
    at = end
  }
}
