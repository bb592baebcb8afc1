import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { REPO } from '../../lab/architecture/source-tree.js'
import { BridgeServer } from './bridge-server.js'

const GRAFT = join(REPO, 'bin/graft.js')
const world = (): string => join(folder, 'ros2')

let folder = ''
let server: BridgeServer
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'graft-ros2-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(async () => {
  server = await BridgeServer.start()
  server.putsBack = true
  server.bridge.robot.speed = 4
  cpSync(join(REPO, 'examples/ros2'), world(), { recursive: true })
  change('mapping.yaml', 'ws://127.0.0.1:9090', server.url)
  // graft is not on the path of whoever runs the tests
  change('robot.yaml', '[graft, ros2, mapping.yaml]', `[node, ${JSON.stringify(GRAFT)}, ros2, mapping.yaml]`)
})
afterEach(() => server.close())

function change(file: string, from: string, to: string): void {
  const path = join(world(), file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
}

/** Runs graft beside the bridge, which lives in this process. */
function graft(
  ...args: readonly string[]
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn('node', [GRAFT, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (bytes: Buffer) => (said.stdout += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (said.stderr += bytes.toString()))
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, ...said })))
}

describe('examples/ros2', () => {
  it('the mapping is in order, and the robot of the tests has all of it', async () => {
    const { status, stdout, stderr } = await graft('ros2', join(world(), 'mapping.yaml'), '--check')
    expect([status, stderr]).toEqual([0, ''])
    for (const line of [
      'mapping.yaml: the file is in order: 3 skill(s), 2 fact(s)',
      `there    rosbridge at ${server.url}`,
      'there    action /navigate_to_pose (Drive; rosapi does not tell its type)',
      'there    bt_navigator is active',
      'there    at is dock (/amcl_pose)',
      'there    parcel is shelf (/parcel)',
      'there    /odom',
      'there    stop publishes on /cmd_vel, for /base_controller',
    ])
      expect(stdout).toContain(line)
    expect(server.bridge.asked).toBe(0)
  })

  it('--check says what is missing, and that nothing can be reached', async () => {
    server.bridge.lifecycle = 'inactive'
    server.bridge.faults = { mute: new Set(['/parcel']) }
    change('mapping.yaml', 'action: /gripper_controller/gripper_cmd', 'action: /gripper/cmd')
    const some = await graft('ros2', join(world(), 'mapping.yaml'), '--check')
    expect(some.status).toBe(1)
    expect(some.stdout).toContain('missing  action /gripper/cmd (Pick)')
    expect(some.stdout).toContain('missing  bt_navigator is inactive, and refuses goals until it is active')
    expect(some.stdout).toContain('missing  parcel: /parcel says nothing')
    change('mapping.yaml', server.url, 'ws://127.0.0.1:9')
    const none = await graft('ros2', join(world(), 'mapping.yaml'), '--check')
    expect(none.status).toBe(4)
    expect(none.stdout).toContain('missing  rosbridge at ws://127.0.0.1:9')
    change('mapping.yaml', 'stopMs: 2000', 'stopMs: soon')
    const wrong = await graft('ros2', join(world(), 'mapping.yaml'))
    expect(wrong.status).toBe(2)
    expect(wrong.stderr).toMatch(/mapping\.yaml:5:9: error ros2\.value: stopMs has an invalid value/)
  })

  it('--check sees a stop that nobody hears, and a bridge that does not live in the time of the simulation', async () => {
    const { bridge } = server
    const check = (): ReturnType<typeof graft> => graft('ros2', join(world(), 'mapping.yaml'), '--check')
    bridge.types = { '/cmd_vel': 'geometry_msgs/TwistStamped' }
    bridge.publishers = { '/clock': ['/gazebo'] }
    bridge.parameters = { '/rosbridge_websocket:use_sim_time': 'false' }
    const stamped = await check()
    expect(stamped.status).toBe(1)
    expect(stamped.stdout).toContain(
      'missing  stop publishes on /cmd_vel: it has the type geometry_msgs/TwistStamped, not geometry_msgs/msg/Twist',
    )
    expect(stamped.stdout).toContain('use_sim_time of rosbridge is off')
    bridge.types = { '/cmd_vel': 'geometry_msgs/Twist', '/parcel': 'std_msgs/msg/Int32' }
    const numbered = await check()
    expect(numbered.status).toBe(1)
    expect(numbered.stdout).toContain(
      'missing  /parcel has the type std_msgs/msg/Int32, not std_msgs/msg/String',
    )
    bridge.types = { '/cmd_vel': 'geometry_msgs/Twist' }
    bridge.subscribers = {}
    bridge.parameters = { '/rosbridge_websocket:use_sim_time': 'true' }
    const deaf = await check()
    expect(deaf.status).toBe(1)
    expect(deaf.stdout).toContain('missing  stop publishes on /cmd_vel: nobody listens')
    expect(deaf.stdout).toContain('there    the time of the simulation, in rosbridge too')
    bridge.subscribers = { '/cmd_vel': ['/base'] }
    expect((await check()).status).toBe(0)
    expect(bridge.sent('publish')).toEqual([])
  })

  it('the world is right', async () => {
    const { status, stdout, stderr } = await graft('world', 'check', 'ros2')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('the task can be reached in')
  })

  it('a bridge that dies ends the run as a lost link, with what the driver says of it', async () => {
    const { url, port } = server
    server.bridge.robot.speed = 0.5
    const dies = setInterval(() => {
      if (server.bridge.robot.base.speed < 0.1) return
      clearInterval(dies)
      void server.die()
    }, 20)
    const run = await graft(
      'run',
      '--world',
      'ros2',
      '--episodes',
      '2',
      '--armed-by',
      'anna',
      '--out',
      'runs',
    )
    await server.comeBack(port)
    expect(run.status).toBe(4)
    expect(run.stderr).toContain(`no connection to the ROS bridge at ${url}: `)
    expect(run.stderr).toContain('nobody knows whether the robot stands; it moved when it was last heard')
    expect(run.stderr).not.toContain('emergency stop ended')
  })

  it('its first tree forgets something, and graft learns it in three episodes over the bridge', async () => {
    const { bridge } = server
    // as the controller of a gripper is configured by default
    bridge.robot.allowsStalling = false
    const run = await graft(
      ...['run', '--world', 'ros2', '--episodes', '3', '--armed-by', 'anna', '--json', '--out', 'runs'],
    )
    expect([run.status, run.stderr]).toEqual([0, ''])
    const lines = run.stdout.trim().split('\n')
    const scores = lines
      .map((line) => JSON.parse(line) as { readonly type: string; readonly score: number })
      .filter(({ type }) => type === 'episode')
      .map(({ score }) => score)
    expect(scores).toHaveLength(3)
    expect(scores[0]).toBeLessThan(10)
    expect(Math.max(...scores)).toBeGreaterThan(90)
    expect([bridge.robot.parcel, bridge.robot.place]).toEqual(['table', 'dock'])
    expect(bridge.robot.overlaps).toBe(0)
    const ids = bridge.sent('send_action_goal').map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
