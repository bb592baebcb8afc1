import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { parseMapping } from '#ros2/mapping/read-mapping.js'
import { REPO } from '../../lab/architecture/source-tree.js'
import { mappingText, STOP_WITH_CALL } from './rig.js'

const HEAD = ['url: ws://127.0.0.1:9090', 'name: x', 'stopMs: 1000', 'heartbeatMs: 500'].join('\n')

/** What is said of a mapping, without hints. */
function problemsOf(text: string): string[] {
  const read = parseMapping(text, 'm.yaml')
  const all = read.ok ? read.value.warnings : read.error
  return all.map((problem) => formatDiagnostic(problem).replaceAll(/\s+/g, ' '))
}

const skill = (...lines: readonly string[]): string =>
  `${HEAD}\nplaces: { dock: { x: 0, y: 0 } }\nskills:\n  Drive:\n${lines.map((line) => `    ${line}\n`).join('')}`

const ACTION = ['action: /navigate_to_pose', 'type: nav2_msgs/action/NavigateToPose', 'timeoutSeconds: 9']
const PLACE = 'params: { place: [dock] }'

describe('a mapping file', () => {
  it('of the tests is in order, and one that says little as well', () => {
    expect(problemsOf(mappingText(undefined, { stop: STOP_WITH_CALL }))).toEqual([])
    expect(problemsOf(skill('service: /beep', 'type: std_srvs/srv/Trigger', 'timeoutSeconds: 9'))).toEqual([])
  })

  const [DRIVE, GRIP] = [/navigate_to_pose/, /gripper_controller\/gripper_cmd/].map(({ source }): unknown =>
    expect.stringMatching(
      new RegExp(`warning ros2\\.no-stop-call: .*/${source},.*/${source}/_action/cancel_goal`),
    ),
  )
  const called = (call: string): string[] =>
    problemsOf(mappingText(undefined, { stop: `{ call: [${call}] }` }))
  const cancel = (action: string): string =>
    `{ service: ${action}/_action/cancel_goal, type: action_msgs/srv/CancelGoal }`

  it('each action without a call that ends its goals is a warning', () => {
    expect(problemsOf(skill(...ACTION))).toEqual([DRIVE])
    expect(problemsOf(mappingText())).toEqual([DRIVE, GRIP])
    expect(called(cancel('/navigate_to_pose'))).toEqual([GRIP])
    expect(called(cancel('gripper_controller/gripper_cmd'))).toEqual([DRIVE])
    expect(called('{ service: /halt, type: std_srvs/srv/Trigger }')).toEqual([DRIVE, GRIP])
    // two skills of one action: one call ends both, and one warning is enough
    const twice = `${skill(...ACTION)}  Return:\n${ACTION.map((line) => `    ${line}\n`).join('')}`
    expect(problemsOf(twice)).toEqual([DRIVE])
    expect(problemsOf(`${twice}stop: { call: [${cancel('/navigate_to_pose')}] }`)).toEqual([])
    expect(
      problemsOf(`${twice}stop: { call: [{ service: /halt, type: std_srvs/srv/Trigger, ends: [Return] }] }`),
    ).toEqual([])
  })

  it('a call that ends goals in another way says whose', () => {
    const halt = (ends: string): string[] =>
      called(`{ service: /halt, type: std_srvs/srv/Trigger, ends: ${ends} }`)
    expect(halt('[Drive, Grip]')).toEqual([])
    expect(halt('[Grip]')).toEqual([DRIVE])
    expect(halt('[Drive, Gripp]').join('\n')).toMatch(
      /error ros2\.unknown-skill: there is no skill Gripp expected: Drive, Grip, Beep got: "?Gripp"? hint: did you mean Grip\?/,
    )
    expect(halt('Drive').join('\n')).toMatch(
      /error ros2\.value: .* expected: names of the skills whose goals/,
    )
  })

  it('an emergency stop without maxAgeSeconds, or of an unknown type, is a warning each', () => {
    const estop = (rest: string): string[] =>
      problemsOf(mappingText(undefined, { stop: STOP_WITH_CALL, estop: `{ topic: /e, ${rest} }` }))
    expect(estop('type: std_msgs/msg/Bool, pressed: data, maxAgeSeconds: 1')).toEqual([])
    expect(estop('type: std_msgs/msg/Bool, pressed: data')).toEqual([
      expect.stringContaining('warning ros2.estop-age: an emergency stop that has fallen silent counts as'),
    ])
    expect(estop('type: acme_msgs/msg/Safety, pressed: halted, maxAgeSeconds: 1')).toEqual([
      expect.stringContaining('warning ros2.unknown-interface: acme_msgs/msg/Safety'),
    ])
  })

  it('may leave out the kind of an interface, and the slash in front of a name', () => {
    const mapped = (text: string): unknown => {
      const read = parseMapping(text, 'm.yaml')
      return read.ok && read.value
    }
    const whole = mappingText(undefined, { stop: STOP_WITH_CALL })
    const short = whole
      .replaceAll(/\/(msg|srv|action)\/(?=[A-Z])/g, '/')
      .replaceAll(/(topic|action|service): \//g, '$1: ')
    expect(short).toContain('topic: odom, type: nav_msgs/Odometry,')
    expect(short).toContain('action: navigate_to_pose\n    type: nav2_msgs/NavigateToPose')
    expect(mapped(short)).toEqual(mapped(whole))
    expect(mapped(whole)).toMatchObject({ mapping: { standing: { topic: '/odom' } }, warnings: [] })
  })

  it.each([
    ['docs/ros2.md', /```yaml\n(url: [\s\S]*?)```/],
    ['src/cli/ros2/ros2-command.ts', /\n( {2}url: [\s\S]*?)\n\n/],
    ['examples/ros2/mapping.yaml', /([\s\S]*)/],
  ])('that %s shows is in order', (file, part) => {
    const [, text = ''] = part.exec(readFileSync(join(REPO, file), 'utf8')) ?? []
    expect(text.length).toBeGreaterThan(800)
    expect(problemsOf(text)).toEqual([])
  })

  it.each([
    ['', 'm.yaml:1:1: error ros2.empty: the file is empty'],
    ['url: [', 'm.yaml:1:7: error ros2.yaml-syntax'],
    [skill(...ACTION).replace('ws://', 'http://'), 'm.yaml:1:6: error ros2.value: url has an invalid value'],
    [skill(...ACTION).replace(':9090', ':99999'), 'm.yaml:1:6: error ros2.value: url has an invalid value'],
    [skill(...ACTION).replace('stopMs: 1000', 'stopMs: 1.5'), 'm.yaml:3:9: error ros2.value: stopMs'],
    [
      skill(...ACTION).replace('stopMs: 1000\n', ''),
      'error ros2.missing: stopMs is missing expected: whole milliseconds',
    ],
    [`${HEAD}\nskils: {}\nskills: {}`, 'm.yaml:5:1: error ros2.unknown-key: there is no key "skils" here'],
    [`${HEAD}\nskills: {}`, 'error ros2.value: the robot has no skill'],
    [skill('topic: /x'), 'm.yaml:8:5: error ros2.value: skill Drive is no action and no service, or both'],
    [skill(...ACTION, 'service: /x'), 'skill Drive is no action and no service, or both'],
    [skill(...ACTION, 'retries: 3'), 'm.yaml:11:5: error ros2.unknown-key: there is no key "retries" here'],
    [skill(ACTION[0] ?? '', ACTION[1] ?? ''), 'error ros2.missing: skills.Drive.timeoutSeconds is missing'],
    [
      skill('action: go to', ...ACTION.slice(1)),
      'm.yaml:8:13: error ros2.value: skills.Drive.action has an invalid',
    ],
    [
      skill(...ACTION, 'goal: { pose: { pose: { position: { x: two } } } }'),
      'm.yaml:11:44: error ros2.wrong-type: pose.pose.position.x does not fit its interface expected: a number (float64) got: "two"',
    ],
    [
      skill(...ACTION, 'goal: { pose: { poze: {} } }'),
      'm.yaml:11:27: error ros2.wrong-type: pose.poze does not fit its interface expected: one of the fields header, pose got: poze hint: did you mean pose?',
    ],
    [
      skill(...ACTION, PLACE, "goal: { pose: { pose: { position: { x: '{place}' } } } }"),
      'error ros2.wrong-type: pose.pose.position.x does not fit its interface expected: a number (float64) got: "dock"',
    ],
    [
      skill(...ACTION, PLACE, "goal: { pose: { pose: { position: { x: '{plase.x}' } } } }"),
      'm.yaml:12:45: error ros2.template: there is no parameter plase expected: place got: {plase}',
    ],
    [
      skill(...ACTION, PLACE, "goal: { pose: { pose: { position: { x: '{place.roll}' } } } }"),
      'error ros2.template: a place has no roll expected: x, y, yaw, qz, qw, name',
    ],
    [
      skill(
        ...ACTION,
        'params: { place: [moon] }',
        "goal: { pose: { pose: { position: { x: '{place.x}' } } } }",
      ),
      'error ros2.template: moon is no place',
    ],
    [
      skill(...ACTION, PLACE, 'goal: { pose: { pose: { position: { x: {place.x} } } } }'),
      "hint: a template needs quotes: '{place.x}'",
    ],
    [
      skill(...ACTION, 'params: { speed: { min: 2, max: 1 } }'),
      'skills.Drive.params.speed has an invalid value',
    ],
    [
      skill(...ACTION, 'success: status = succeeded and result.error = 0'),
      'm.yaml:11:37: error ros2.unknown-field: there is no field result.error',
    ],
    [
      skill(...ACTION, 'success: status = 4'),
      'status does not fit here expected: to be compared with text got: 4',
    ],
    [skill(...ACTION, 'success: status > succeeded'), 'status does not fit here expected: = or != got: >'],
    [skill(...ACTION, 'success: result.error_code'), 'expected: a comparison: result.error_code = …'],
    [
      skill(...ACTION, 'success: (status = succeeded'),
      'the expression ends or goes on wrongly expected: ) got: the end',
    ],
    [
      skill(...ACTION, 'success: status = succeeded or'),
      'expected: a field, such as result.error_code got: the end',
    ],
    [
      skill(...ACTION, 'evenIfAborted: true'),
      'm.yaml:11:20: error ros2.aborted: every goal that ROS aborts would have succeeded',
    ],
    [
      skill(...ACTION, 'progress: distance'),
      'm.yaml:11:15: error ros2.unknown-field: there is no field distance',
    ],
    [
      skill(...ACTION, 'progress: current_pose'),
      'expected: a field with a number got: geometry_msgs/msg/PoseStamped',
    ],
    [
      skill(ACTION[0] ?? '', 'type: nav2_msgs/action/NavigateToPoze', 'timeoutSeconds: 9'),
      'warning ros2.unknown-interface: nav2_msgs/action/NavigateToPoze is not known here',
    ],
    [
      `${skill(...ACTION)}facts: { at: { topic: /p, type: geometry_msgs/msg/PoseStamped, value: { nearest: pose, within: 1 }, maxAgeSeconds: 1 } }`,
      'error ros2.unknown-field: there is no field pose.x',
    ],
    [
      `${skill(...ACTION)}facts: { at: { topic: /p, type: std_msgs/msg/Bool, value: daat, maxAgeSeconds: 1 } }`,
      'there is no field daat expected: data got: daat hint: did you mean data?',
    ],
    [
      `${skill(...ACTION)}facts:\n  a: { topic: /p, type: std_msgs/msg/Bool, value: data, maxAgeSeconds: 1 }\n  b: { topic: /p, type: std_msgs/msg/String, value: data, maxAgeSeconds: 1 }`,
      'error ros2.two-types: /p has two types expected: std_msgs/msg/Bool got: std_msgs/msg/String',
    ],
    [
      `${skill(...ACTION)}standing: { topic: /odom, type: nav_msgs/msg/Odometry, skills: [Drve] }`,
      'error ros2.unknown-skill: there is no skill Drve',
    ],
    [
      `${skill(...ACTION)}standing: { topic: /odom, type: nav_msgs/msg/Odometry, skills: [Drive], forMs: 1000 }`,
      'error ros2.standing-late',
    ],
    [
      `${skill(...ACTION)}stop: { publish: [{ topic: /cmd_vel, type: geometry_msgs/msg/Twist, message: { linear: { w: 0 } } }] }`,
      'linear.w does not fit its interface expected: one of the fields x, y, z',
    ],
    [
      `${skill(...ACTION)}stop: { call: [{ service: /s, type: std_srvs/srv/SetBool, request: { data: 1 } }] }`,
      'data does not fit its interface expected: true or false got: 1',
    ],
    [
      `${skill(...ACTION)}estop: { topic: /e, type: std_msgs/msg/Bool, pressed: data = pressed }`,
      'data does not fit here expected: to be compared with true or false got: pressed',
    ],
  ])('%#: each mistake has its place', (text, expected) => {
    const problems = problemsOf(text)
    expect(problems.join('\n')).toContain(expected)
    expect(problems.every((problem) => /^m\.yaml:\d+:\d+: (error|warning) ros2\./.test(problem))).toBe(true)
  })

  it('an interface of its own is a warning; what else is wrong is found all the same', () => {
    const text = skill(
      'action: /dance',
      'type: my_msgs/action/Dance',
      'timeoutSeconds: 3',
      "goal: { steps: '{n}' }",
    )
    expect(problemsOf(text).filter((each) => !each.includes('no-stop-call'))).toEqual([
      expect.stringContaining('warning ros2.unknown-interface: my_msgs/action/Dance'),
      expect.stringContaining('error ros2.template: there is no parameter n'),
    ])
  })

  it('whatever a file holds, it is read or refused, and nothing is thrown', () => {
    const whole = mappingText()
    for (let cut = 0; cut < whole.length; cut += 7) {
      const without = whole.slice(0, cut) + whole.slice(cut + 5)
      expect(() => parseMapping(without, 'm.yaml')).not.toThrow()
    }
  })
})
