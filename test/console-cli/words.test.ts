import { describe, expect, it } from 'vitest'
import { err, ok } from '#base/result.js'
import { CATALOGUE, type CommandName } from '#console/catalogue.js'
import { Knowledge } from '#console-cli/shell/knowledge.js'
import { complete } from '#console-cli/shell/complete.js'
import { help } from '#console-cli/shell/help.js'
import { BARE, size } from '#console-cli/text/look.js'
import { COMMANDS, spoken } from '#console-cli/words/find-command.js'
import { parametersOf } from '#console-cli/words/parameters.js'
import { readWords } from '#console-cli/words/read-words.js'
import { splitLine } from '#console-cli/words/split-line.js'

const read = (line: string) => {
  const words = splitLine(line)
  if (!words.ok) throw new Error(words.error)
  return readWords(words.value, (file) =>
    file === 'tree.xml'
      ? ok('<root/>')
      : err({ code: 'console.file', severity: 'error', message: `no ${file}` }),
  )
}

it.each([
  [0, '0 KiB'],
  [2 ** 20 - 513, '1023 KiB'],
  [2 ** 20 - 1, '1.0 MiB'],
  [2 ** 30 - 1, '1.0 GiB'],
  [74.6 * 2 ** 30, '74.6 GiB'],
])('%d bytes in the largest unit that is not below one', (bytes, text) => expect(size(bytes)).toBe(text))

describe('words into commands', () => {
  const GOOD: readonly (readonly [string, CommandName, object])[] = [
    ['status', 'status', {}],
    ['run --field F2 --episodes 3', 'run', { field: 'F2', episodes: 3 }],
    ['run F2 7 3', 'run', { field: 'F2', seed: 7, episodes: 3 }],
    ['run --field=F2', 'run', { field: 'F2' }],
    ['alarm ack F1/1/1 "turned it by hand"', 'alarm.ack', { id: 'F1/1/1', note: 'turned it by hand' }],
    ['alarm ack over all put right', 'alarm.ack.over', { note: 'all put right' }],
    ['alarm.ack F1/1/1 turned it by hand', 'alarm.ack', { id: 'F1/1/1', note: 'turned it by hand' }],
    ['scene reset put the shelf back', 'scene.reset', { note: 'put the shelf back' }],
    ['tree diff 1a2b3c4d 5e6f7a8b', 'tree.diff', { from: '1a2b3c4d', to: '5e6f7a8b' }],
    ['tree get 12345678', 'tree.get', { hash: '12345678' }],
    ['episode show 3 --run R-1', 'episode.show', { episode: 3, run: 'R-1' }],
    ['episode show 3 R-1', 'episode.show', { episode: 3, run: 'R-1' }],
    ['audit counts', 'audit.counts', {}],
    ['audit 3 0 grounding', 'audit', { episode: 3, report: 0, verdict: 'grounding' }],
    ['log warn', 'log', { level: 'warn' }],
    ['log level debug', 'log.level', { level: 'debug' }],
    ['teleop drive S -0.1 0 0', 'teleop.drive', { session: 'S', vx: -0.1, vy: 0, wz: 0 }],
    [
      'tree stage --field F1 --xml @tree.xml --cause "a shorter way"',
      'tree.stage',
      { field: 'F1', xml: '<root/>', cause: 'a shorter way' },
    ],
  ]

  it.each(GOOD)('%s', (line, command, params) => {
    expect(read(line)).toEqual(ok({ command, params }))
  })

  const BAD: readonly (readonly [string, string, RegExp])[] = [
    ['', 'console.unknown-command', /got.*nothing/],
    ['statsu', 'console.unknown-command', /did you mean status\?/],
    ['alarm', 'console.unknown-command', /"expected":"alarm list, alarm ack, alarm ack over","got":"alarm"}/],
    ['foo', 'console.unknown-command', /"hint":"`help` lists the commands"/],
    ['alarm lst', 'console.unknown-command', /did you mean alarm list\?/],
    ['alram', 'console.unknown-command', /did you mean alarm list or alarm ack or alarm ack over\?/],
    ['alram ack', 'console.unknown-command', /did you mean alarm ack\?/],
    ['wacht', 'console.unknown-command', /did you mean watch\?/],
    ['run --episodes many', 'console.bad-parameter', /episodes of run .*a number.*many/],
    ['run --episodes 1.5', 'console.bad-parameter', /a whole number/],
    ['run --episodes 0', 'console.bad-parameter', /at least 1/],
    ['run --episodes 5000', 'console.bad-parameter', /at most 1000/],
    ['run --feild F1', 'console.unknown-parameter', /did you mean --field\?/],
    ['run --field', 'console.missing-value', /--field of run has no value/],
    ['log wran', 'console.bad-parameter', /did you mean warn\?/],
    ['tree diff 1a2b3c4d', 'console.missing-parameter', /tree diff needs to/],
    ['tree diff xyz 1a2b3c4d', 'console.bad-parameter', /8 to 64 hexadecimal digits/],
    ['status now', 'console.too-many-words', /takes no more arguments/],
    ['tree stage --field F1 --xml @gone.xml --cause x', 'console.file', /no gone.xml/],
    ['teleop drive S 1 0 0', 'console.bad-parameter', /vx of teleop drive .*at most 0.3/],
  ]

  it.each(BAD)('names what is wrong: %s', (line, code, says) => {
    const asked = read(line)
    expect(asked.ok).toBe(false)
    if (asked.ok) return
    expect(asked.error.map((problem) => problem.code)).toContain(code)
    expect(JSON.stringify(asked.error)).toMatch(says)
  })

  it('guesses no second word from nothing', () => {
    const asked = read('alarm')
    expect(asked.ok ? [] : asked.error.map(({ hint }) => hint)).toEqual([undefined])
  })

  it('reaches every command of the protocol by its spoken name, and help says what each takes', () => {
    expect(COMMANDS.length).toBeGreaterThanOrEqual(35)
    for (const command of COMMANDS) {
      const asked = read(spoken(command))
      const codes = asked.ok ? [] : asked.error.map(({ code }) => code)
      expect(
        codes.every((code) => code === 'console.missing-parameter'),
        spoken(command),
      ).toBe(true)
      const page = help([...spoken(command).split(' ')], BARE).join('\n')
      expect(page).toContain(CATALOGUE[command].does.split(' ')[0])
      // as `graft console help "teleop step"` asks
      expect(help([spoken(command)], BARE).join('\n')).toBe(page)
      for (const { name } of parametersOf(command)) expect(page).toContain(`--${name}`)
    }
    expect(
      help([], BARE)
        .join('\n')
        .match(/^ {2}\S/gm)?.length,
    ).toBeGreaterThanOrEqual(40)
  })

  it('splits as a shell does', () => {
    expect(splitLine(`a "b c" 'd "e' f\\ g ""`)).toEqual(ok(['a', 'b c', 'd "e', 'f g', '']))
    expect(splitLine('a "b').ok).toBe(false)
  })
})

describe('Tab', () => {
  const known = new Knowledge()
  known.learn({
    run: { key: 'F1-s1-aaaa', field: 'F1' },
    alarms: [{ id: 'F1-s1-aaaa/1/2' }],
    tree: { hash: 'b58e89f2e9ad39ef' },
  })
  const CASES: readonly (readonly [string, readonly string[]])[] = [
    ['sta', ['status ']],
    ['alarm ', ['list ', 'ack ']],
    ['alarm ack ', ['over ', 'F1-s1-aaaa/1/2 ', '--id ', '--note ']],
    ['tree get ', ['b58e89f2e9ad ', '--hash ']],
    ['run --fi', ['--field ']],
    ['run --field ', ['F1 ']],
    ['log w', ['warn ']],
    ['help tree ro', ['rollback ']],
    ['watch', ['watch ']],
    ['nothing ', []],
  ]

  it.each(CASES)('%s', (line, candidates) => {
    expect(complete(line, known)[0]).toEqual(candidates)
  })

  it('learns no name that could break a line, and forgets the oldest', () => {
    const small = new Knowledge()
    small.learn({ key: 'a b', run: '"; rm', field: '\u001B[2J' })
    expect([small.of('run'), small.of('field')]).toEqual([[], []])
    for (let i = 0; i < 300; i++) small.learn({ key: `run-${i}` })
    expect([small.of('run').length, small.of('run')[0]]).toEqual([200, 'run-299'])
  })
})
