import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { parseTree } from '#bt/xml/parse.js'
import { domainLibrary } from '#worlds/files/domain-nodes.js'
import { formatStep } from '#twin/domain/domain.js'
import { driverInWords, loadRobot } from '#worlds/robot/load-robot.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { REPO } from '../../lab/architecture/source-tree.js'

const text = (file: string): string => readFileSync(join(REPO, 'templates/robot', file), 'utf8')
const domain = must(parseDomainText(text('world.yaml'), 'world.yaml'), 'the world')
const file = text('robot.yaml')

const robotOf = (driver: string) =>
  loadRobot(file.replace(/driver:\n(?: .*\n)+/, `driver: ${driver}\n`), 'robot.yaml', domain)
const driverOf = (driver: string) => {
  const robot = robotOf(driver)
  return robot.ok ? robot.value.driver : robot.error
}

describe('a robot is real, and somebody has to arm it, unless its file says that it is not', () => {
  it.each([
    ['{ process: [python3, driver.py] }', { kind: 'process', real: true }],
    ['{ process: [python3, driver.py], real: true }', { kind: 'process', real: true }],
    ['{ process: [python3, driver.py], real: false }', { kind: 'process', real: false }],
    ['{ socket: /run/robot.sock }', { kind: 'socket', real: true }],
    ['{ tcp: "127.0.0.1:7070" }', { kind: 'tcp', real: true }],
    ['{ simulated: home }', { kind: 'simulated', real: false }],
  ])('%s', (driver, expected) => {
    expect(driverOf(driver)).toMatchObject(expected)
  })

  it.each([
    ['{ simulated: home, real: true }', 'a simulation that ships with graft moves nothing real'],
    ['{ real: false }', 'it is not clear how the driver is reached'],
    ['{ process: [a], socket: b }', 'it is not clear how the driver is reached'],
    ['{ tcp: "192.168.1.5:7070" }', 'an address of this computer and a port'],
    ['{ tcp: "127.0.0.1" }', 'an address of this computer and a port'],
    ['{ tcp: "127.0.0.1:70700" }', 'an address of this computer and a port'],
    ['{ process: [a], real: "no" }', 'true or false'],
  ])('%s is refused', (driver, why) => {
    expect(JSON.stringify(driverOf(driver))).toContain(why)
  })
})

const PALETTE = 'for another robot, describe it in a palette (TreeNodesModel) of your nodes'

it('an unknown node of a tree is told with the skills of its world', () => {
  const file = '<root BTCPP_format="4"><BehaviorTree ID="M"><Zzyzx/></BehaviorTree></root>'
  const library = domainLibrary(domain.rules)
  const read = parseTree(file, { file: 't', library, load: () => undefined, compat: 'strict' })
  const skills = domain.rules.skills.map(({ name }) => name).join(', ')
  expect(read).toMatchObject({
    error: [{ code: 'bt.unknown-node', hint: `the skills are ${skills}; ${PALETTE}` }],
  })
})

it.each([
  ['{ process: [python3, driver.py] }', 'the program python3 driver.py'],
  ['{ socket: /run/robot.sock }', 'the driver at /run/robot.sock'],
  ['{ tcp: "127.0.0.1:7070" }', 'the driver at 127.0.0.1:7070'],
  ['{ simulated: home }', 'the simulation home'],
])('%s: people are told what drives the robot', (driver, words) => {
  const robot = must(robotOf(driver), 'a robot')
  expect(driverInWords(robot)).toBe(`${robot.name}, driven by ${words}`)
})

describe('the keys for driving by hand', () => {
  const keysOf = (keys: string) => {
    const robot = loadRobot(`${file}\nteleop: { keys: ${keys} }\n`, 'robot.yaml', domain)
    return robot.ok ? Object.fromEntries(robot.value.keys) : robot.error
  }
  const [skill = ''] = domain.steps(1).map((step) => formatStep(step).replaceAll('"', ''))

  it('each ask for a step of the world', () => {
    expect(keysOf(`{ w: '${skill}' }`)).toEqual({ w: skill })
    expect(keysOf('{}')).toEqual({})
  })

  it.each([
    ["{ x: 'STEP' }", 'robot.teleop-key', 'has a meaning already'],
    ["{ up: 'STEP' }", 'robot.teleop-key', 'is not one key'],
    ['{ w: Fly }', 'robot.teleop-step', 'Fly is not a skill of the domain'],
    ["{ w: 'STEP sideways=3' }", 'robot.teleop-step', 'has no port'],
    ["{ w: 'go there' }", 'robot.teleop-step', 'is not a step'],
  ])('%s is refused, with its place in the file', (keys, code, why) => {
    const problems = keysOf(keys.replace('STEP', skill))
    expect(problems).toHaveLength(1)
    expect(problems).toMatchObject([{ code, where: { line: file.split('\n').length + 1 } }])
    expect(JSON.stringify(problems)).toContain(why)
  })
})
