import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '#base/hash.js'
import { needs } from '../needs/needs.js'
import { Images } from './support/qemu-tools.js'
import { record } from './support/recording.js'

describe('the Cortex-M4 image', needs('qemu'), () => {
  const images = new Images()
  beforeAll(() => {
    images.buildStm32('stm32f4', 'replay')
  }, 120_000)
  afterAll(() => images.remove())

  it('links without warnings, fits into 32 kB of flash and 8 kB of RAM, and begins with its vectors', () => {
    const [text, data, bss] = images.sizes
      .split('\n')
      .find((line) => line.includes('fw-stm32f4.elf'))!
      .trim()
      .split(/\s+/)
      .map(Number) as [number, number, number]
    process.stderr.write(
      `firmware for silicon: ${text + data} B of flash, ${data + bss} B of RAM without stack\n`,
    )
    expect(text + data).toBeLessThan(32_768)
    expect(data + bss).toBeLessThan(8_192)
    const image = readFileSync(images.path('fw-stm32f4.bin'))
    expect(image.length).toBe(text + data)
    expect(image.readUInt32LE(0)).toBe(0x2002_0000) // top of the stack
    expect(image.readUInt32LE(4) & 1).toBe(1) // reset handler, Thumb
    expect(image.readUInt32LE(4)).toBeGreaterThan(0x0800_0000)
  })

  it('answers a recorded ride byte for byte as WebAssembly does', () => {
    const ride = record(60, 1)
    writeFileSync(images.path('replay.in'), ride.input)
    const arguments_ = ['-M', 'netduinoplus2', '-display', 'none', '-monitor', 'none', '-serial', 'null']
    const semihosting = ['-semihosting-config', 'enable=on,target=native', '-kernel', 'fw-replay.elf']
    execFileSync('qemu-system-arm', [...arguments_, ...semihosting], { cwd: images.folder, timeout: 100_000 })
    const output = readFileSync(images.path('replay.out'))
    process.stderr.write(`replay on the Cortex-M4: ${output.length} B, sha256 ${sha256(output)}\n`)
    expect(output.length).toBe(ride.output.length)
    expect(sha256(output)).toBe(sha256(ride.output))
  }, 120_000)
})
