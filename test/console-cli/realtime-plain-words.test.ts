import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectConsole, type ConsoleClient } from '#console-sockets/console-client.js'
import { readClientKey } from '#console-sockets/key-files.js'
import { must } from '#base/result.js'
import { once } from '#console-cli/once.js'
import { COMMANDS, spoken } from '#console-cli/words/find-command.js'
import { Service } from '../serve/support/service.js'
import { Pages } from './support/fake-client.js'

/** What nobody reads: milliseconds since the epoch, whole hashes, pictures as letters. */
const UNREADABLE = /(?<!\d)\d{13}(?!\d)|[0-9a-f]{64}|[\w+/]{200}/

/** What a person at a console is told, by a real service, to every command of the protocol. */
describe('graft console in words that people read', () => {
  const service = new Service('robot: { pace: fast }\nrun: { episodes: 2 }\nmodels: { actor: rules }')
  const xml = join(service.state, 'tree.xml')
  const asked: string[] = []
  let client: ConsoleClient

  beforeAll(async () => {
    await service.start()
    await service.status('the models are there', ({ models }) =>
      (models as { state: string }[]).every(({ state }) => state !== 'loading'),
    )
    const key = must(readClientKey(join(service.state, 'state/keys/local.graft-key')), 'key')
    client = must(connectConsole({ endpoint: key.endpoint, key, name: 'anna' }), 'a client')
    await service.ask('run')
    await service.arm()
    await idle()
  }, 180_000)
  afterAll(async () => {
    await service.close()
    client.close()
  })

  const idle = () => service.status('it is idle', ({ activity }) => activity === 'idle')

  /** @returns what is told on both streams */
  const say = async (line: string): Promise<string> => {
    asked.push(line)
    const [out, err] = [new Pages(), new Pages()]
    const options = { json: false, yes: false, timeoutMs: 20_000 }
    await once(line.split(' '), client, options, { out, err, env: {} })
    const told = out.text + err.text
    expect(told, line).not.toMatch(UNREADABLE)
    expect(told.trim(), line).not.toBe('')
    expect(told, line).not.toContain('[object')
    return told
  }

  it('says times, hashes and pictures as people read them, whatever is asked', async () => {
    for (const line of READS) await say(line)
    const [first, second] = (await service.ask('episode.list')) as unknown as { tree: string }[]
    await say(`tree get ${first?.tree}`)
    await say(`tree diff ${first?.tree} ${second?.tree}`)
    const [alarm] = (await service.ask('alarm.list')) as unknown as { id: string }[]
    expect(await say(`alarm ack ${alarm?.id} seen to`)).toMatch(
      /acknowledged[^]*acknowledged by anna at \d\d:\d\d:\d\d/,
    )
    writeFileSync(
      xml,
      String((await service.ask('tree.get'))['xml']).replace('<Sequence', '<Sequence name="x"'),
    )
    for (const line of [...MAINTAINED, ...READS]) await say(line.replace('FILE', `@${xml}`))

    expect(await say('run --episodes 50')).toContain('nothing moves before it is armed')
    const armed = async (): Promise<void> => {
      await service.until('it can be armed', async () => (await service.try('arm')).refused === undefined)
      const [, token = ''] = /graft console confirm (\S+)/.exec(await say('arm')) ?? []
      await say(`confirm ${token}`)
    }
    await armed()
    for (const line of ['pause', 'status', 'blackboard', 'resume', 'picture', 'stop']) await say(line)
    await idle()
    await say('estop')
    await service.until('it can be lifted', async () => (await service.try('reset')).refused === undefined)
    await say('reset')

    const [, session = ''] = /session +(\w+)/.exec(await say('teleop begin')) ?? []
    expect(session).not.toBe('')
    for (const line of DRIVEN) await say(line.replace('SESSION', session))
    await idle()
    for (const line of ['do open the window', 'do confirm 4f2a', 'news --limit 500']) await say(line)
    expect(await say('fault inject no-such')).toContain('no-such')
    const missing = COMMANDS.filter((command) => !asked.some((line) => line.startsWith(spoken(command))))
    expect(missing).toEqual([])
  }, 240_000)
})

const READS = [
  ...[
    'status',
    'health',
    'log',
    'log debug --limit 500',
    'log fatal',
    'blackboard',
    'models',
    'config',
    'faults',
  ],
  ...['news', 'news --limit 500', 'picture', 'run list', 'episode list', 'episode show 1', 'episode show 2'],
  ...['episode score 2', 'tree get', 'tree slots', 'alarm list', 'audit counts'],
]
const MAINTAINED = [
  ...['audit 1 0 operational', 'scene reset put right', 'tree stage F1 FILE tried by hand', 'tree slots F1'],
  ...['tree rollback F1 enough', 'log level info', 'alarm ack over all seen'],
]
const DRIVEN = [
  ...['teleop drive SESSION 0 0 0', 'teleop step SESSION Jog', 'teleop alive SESSION'],
  ...['status', 'teleop end SESSION'],
]
