import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { loadRobot } from '#worlds/robot/load-robot.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { REPO } from '../../lab/architecture/source-tree.js'

const text = (file: string): string => readFileSync(join(REPO, 'templates/robot', file), 'utf8')
const domain = must(parseDomainText(text('world.yaml'), 'world.yaml'), 'the world')
const file = text('robot.yaml')

const driverOf = (driver: string) => {
  const robot = loadRobot(file.replace(/driver:\n(?: .*\n)+/, `driver: ${driver}\n`), 'robot.yaml', domain)
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
