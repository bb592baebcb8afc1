import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { misfitOf, scalarKind, typeAt } from '#ros2/interfaces/check-value.js'
import { actionOf, knownTypes, messageOf, serviceOf, type Fields } from '#ros2/interfaces/definitions.js'
import { REPO, repositoryFiles } from '../../lab/architecture/source-tree.js'

const all: readonly (readonly [string, Fields | undefined])[] = [
  ...knownTypes('msg').map((type) => [type, messageOf(type)] as const),
  ...knownTypes('action').flatMap((type) => {
    const { goal, result, feedback } = actionOf(type) ?? {}
    return [goal, result, feedback].map((fields) => [type, fields] as const)
  }),
  ...knownTypes('srv').flatMap((type) => {
    const { request, response } = serviceOf(type) ?? {}
    return [request, response].map((fields) => [type, fields] as const)
  }),
]

describe('the interfaces that are known', () => {
  it('are made of primitive types and of each other', () => {
    expect(all.length).toBeGreaterThan(40)
    const strange = all.flatMap(([name, fields]) =>
      Object.values(fields ?? { missing: '?' })
        .map((type) => type.replace(/\[\d*\]$/, ''))
        .filter((type) => scalarKind(type) === undefined && messageOf(type) === undefined)
        .map((type) => `${name}: ${type}`),
    )
    expect(strange).toEqual([])
  })

  it('have names of ROS, and nothing else is known', () => {
    expect(knownTypes('msg').filter((type) => !/^[a-z_]+\/msg\/[A-Z]\w+$/.test(type))).toEqual([])
    for (const type of ['constructor', '__proto__', 'toString']) {
      expect([messageOf(type), actionOf(type), serviceOf(type)]).toEqual([undefined, undefined, undefined])
    }
  })

  it.each([
    [{ data: true }, 'std_msgs/msg/Bool', undefined],
    [{}, 'std_msgs/msg/Bool', undefined],
    [{ data: 1 }, 'std_msgs/msg/Bool', 'true or false'],
    [{ data: '1' }, 'std_msgs/msg/Float32', 'a number (float32)'],
    [{ data: NaN }, 'std_msgs/msg/Float32', 'a number (float32)'],
    [{ data: 2 ** 31 }, 'std_msgs/msg/Int32', 'a whole number from -2147483648 to 2147483647 (int32)'],
    [{ uuid: [1, 2] }, 'unique_identifier_msgs/msg/UUID', 'a list of 16 uint8'],
    [
      { uuid: Array(16).fill(256) },
      'unique_identifier_msgs/msg/UUID',
      'a whole number from 0 to 255 (uint8)',
    ],
    [{ uuid: Array(16).fill(255) }, 'unique_identifier_msgs/msg/UUID', undefined],
    [{ name: 'a' }, 'sensor_msgs/msg/JointState', 'a list of string'],
    [{ position: [1, 'b'] }, 'sensor_msgs/msg/JointState', 'a number (float64)'],
    [{ pose: 7 }, 'geometry_msgs/msg/PoseStamped', 'the fields position, orientation'],
    [{ toString: 7 }, 'std_msgs/msg/Bool', 'one of the fields data'],
    [7, 'std_msgs/msg/Empty', 'the fields (it has none)'],
  ])('%j as %s', (value, type, expected) => {
    expect(misfitOf(value, messageOf(type) ?? {})?.expected).toBe(expected)
  })

  it.each([
    ['nav_msgs/msg/Odometry', ['twist', 'twist', 'linear', 'x'], 'float64'],
    ['sensor_msgs/msg/JointState', ['position', 3], 'float64'],
    ['sensor_msgs/msg/JointState', ['position', 'x'], undefined],
    ['trajectory_msgs/msg/JointTrajectory', ['points', 0, 'time_from_start', 'sec'], 'int32'],
    ['std_msgs/msg/Bool', ['data', 'x'], undefined],
    ['std_msgs/msg/Bool', ['toString'], undefined],
    ['control_msgs/msg/JointComponentTolerance', ['component'], 'uint16'],
  ])('%s has at %j the type %s', (type, path, expected) => {
    expect(typeAt(messageOf(type) ?? {}, path)).toBe(expected)
  })
})

describe('FollowJointTrajectory, as Jazzy has it', () => {
  const {
    goal = {},
    result = {},
    feedback = {},
  } = actionOf('control_msgs/action/FollowJointTrajectory') ?? {}

  it.each([
    [goal, ['goal_time_tolerance', 'nanosec'], 'uint32'],
    [goal, ['multi_dof_trajectory', 'points', 0, 'transforms', 0, 'rotation', 'w'], 'float64'],
    [goal, ['component_path_tolerance', 0, 'joint_name'], 'string'],
    [goal, ['component_goal_tolerance', 0, 'acceleration'], 'float64'],
    [result, ['error_code'], 'int32'],
    [result, ['error_string'], 'string'],
    [feedback, ['multi_dof_error', 'velocities', 0, 'linear', 'x'], 'float64'],
    // of control_msgs 6.3, which is newer
    [feedback, ['index'], undefined],
  ])('%#: a field of it', (fields, path, type) => {
    expect(typeAt(fields, path)).toBe(type)
  })
})

describe('the ROS package of examples/ros2', () => {
  const read = (file: string): string => readFileSync(join(REPO, 'examples/ros2', file), 'utf8')

  it('installs what it has, and starts what it depends on', () => {
    const files = repositoryFiles().filter((path) => path.startsWith('examples/ros2/'))
    const installed = [
      ...read('CMakeLists.txt').matchAll(/install\((?:FILES|DIRECTORY) ([^)]*?) DESTINATION/g),
    ]
      .flatMap(([, names = '']) => names.split(' '))
      .map((name) => `examples/ros2/${name}`)
    expect(installed.length).toBe(7)
    const left = files.filter(
      (file) => !installed.some((name) => file === name || file.startsWith(`${name}/`)),
    )
    expect(left).toEqual(['examples/ros2/CMakeLists.txt', 'examples/ros2/package.xml'])
    const packages = [...read('launch/graft.launch.py').matchAll(/package="(\w+)"/g)].map(([, name]) => name)
    expect(packages).toEqual(['rosbridge_server', 'rosapi'])
    for (const name of packages) expect(read('package.xml')).toContain(`<exec_depend>${name}</exec_depend>`)
  })

  it('rosbridge listens where the mapping connects, and takes a cancel while a goal runs', () => {
    const params = read('config/params.yaml')
    const [, host, port] = /^url: ws:\/\/([\d.]+):(\d+)$/m.exec(read('mapping.yaml')) ?? []
    expect(params).toContain(`address: ${host}\n`)
    expect(params).toContain(`port: ${port}\n`)
    expect(params).toContain('send_action_goals_in_new_thread: true\n')
  })
})
