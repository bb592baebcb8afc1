import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLineLog, readLineLog } from '#adapters/store/line-log.js'

interface Line {
  readonly n: number
  readonly text: string
}

describe('line log (VRL-17)', () => {
  let folder = ''
  let path = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'graft-log-'))
    path = join(folder, 'log.jsonl')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const write = (...lines: readonly Line[]): void => {
    const log = openLineLog<Line>(path)
    for (const line of lines) log.append(line, true)
    log.close()
  }

  it('gives back what was appended', () => {
    const lines = [
      { n: 1, text: 'ä "quoted" \n newline' },
      { n: 2, text: ',"crc":"00000000"}' },
    ]
    write(...lines)
    expect(readLineLog<Line>(path)).toMatchObject({ values: lines, tornBytes: 0 })
  })

  it('cut at EVERY byte of the last line: the lines before stay, and the next append is not lost', () => {
    write({ n: 1, text: 'first' }, { n: 2, text: 'second, torn' })
    const whole = readFileSync(path)
    const firstEnd = whole.indexOf(0x0a) + 1
    let cuts = 0
    for (let size = firstEnd; size < whole.length; size++) {
      writeFileSync(path, whole)
      truncateSync(path, size)
      write({ n: 3, text: 'after the power came back' })
      const { values, tornBytes } = readLineLog<Line>(path)
      expect(values.map(({ n }) => n)).toEqual([1, 3])
      expect(tornBytes).toBe(0)
      cuts++
    }
    expect(cuts).toBeGreaterThan(40)
  })

  it('stops at a line whose bytes changed on the disk', () => {
    write({ n: 1, text: 'one' }, { n: 2, text: 'two' }, { n: 3, text: 'three' })
    const bytes = readFileSync(path, 'utf8').replace('two', 'twp')
    writeFileSync(path, bytes)
    expect(readLineLog<Line>(path).values.map(({ n }) => n)).toEqual([1])
  })

  it('reads a missing file as an empty log and foreign text as torn', () => {
    expect(readLineLog<Line>(path).values).toEqual([])
    appendFileSync(path, 'not a log\n{"n":1}\n')
    expect(readLineLog<Line>(path)).toMatchObject({ values: [], validBytes: 0, tornBytes: 18 })
  })
})
