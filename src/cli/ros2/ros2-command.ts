import type { Command } from 'commander'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { formatDiagnostic } from '#base/diagnostic.js'
import type { Finish } from '#bt-cli/commands/shared.js'
import type { Mapping } from '#ros2/mapping/mapping.js'
import { processIo, type Io } from '#terminal/io.js'

/**
 * `graft ros2 MAPPING.yaml`: a driver for a robot behind ROS 2, for the `driver:` of a robot file.
 * @param io the process's own streams, except in tests
 */
export function addRos2Command(program: Command, finish: Finish, io: Io = processIo()): void {
  program
    .command('ros2')
    .description(
      'drive a robot behind ROS 2: skills as actions and services, facts from topics, over rosbridge',
    )
    .argument('<mapping>', 'file that says what each skill and each fact is in ROS: docs/ros2.md')
    .option('--check', 'read the file, check what the robot provides, and exit; nothing moves', false)
    .addHelpText('after', HELP)
    .action(async (path: string, { check }: { readonly check: boolean }) => {
      const code = await ros2(path, check, io)
      // a driver goes on until its input ends
      if (code !== undefined) finish(code)
    })
}

async function ros2(path: string, check: boolean, io: Io): Promise<ExitCode | undefined> {
  const { readMapping } = await import('#ros2/mapping/read-mapping.js')
  const read = await readMapping(path)
  for (const problem of read.ok ? read.value.warnings : read.error)
    io.err.write(`${formatDiagnostic(problem)}\n`)
  if (!read.ok) return EXIT.usage
  const { mapping } = read.value
  return check ? await tellCheck(mapping, path, io) : await serve(mapping, io)
}

async function serve(mapping: Mapping, io: Io): Promise<undefined> {
  const { openRos2Robot } = await import('#ros2/open-ros2-robot.js')
  const { serveRobot } = await import('#app/robot/serve-robot.js')
  // standard output is for messages to the host alone
  const robot = await openRos2Robot(mapping, (line) => void io.err.write(`${line}\n`))
  await serveRobot(robot)
}

async function tellCheck(mapping: Mapping, path: string, io: Io): Promise<ExitCode> {
  const [{ checkRobot }, { WebSocketLink }] = await Promise.all([
    import('#ros2/check/check-robot.js'),
    import('#ros2/bridge/web-socket-link.js'),
  ])
  const { skills, facts } = mapping
  io.out.write(
    `${path}: the file is in order: ${skills.size} skill(s), ${facts.size} fact(s); on the robot:\n`,
  )
  const link = new WebSocketLink(mapping.url)
  const lines = await checkRobot(mapping, link)
  const isConnected = link.connected
  link.close()
  for (const { state, text, hint } of lines) {
    const tail = state === 'there' || hint === undefined ? '' : `\n           ${hint}`
    io.out.write(`  ${state.padEnd(8)} ${text}${tail}\n`)
  }
  if (!isConnected) return EXIT.linkLost
  return lines.every(({ state }) => state !== 'missing') ? EXIT.ok : EXIT.no
}

const HELP = `
The file maps graft's skills and facts to the robot's interfaces:

  url: ws://127.0.0.1:9090                    # rosbridge, on the robot's computer
  name: turtle
  stopMs: 2000                                # it stands this long after a stop, at most: measure it
  heartbeatMs: 1000
  places: { dock: { x: 0, y: 0 }, table: { x: 2.5, y: 1, yaw: 1.57 } }   # in the frame map: metres, radians
  skills:
    Drive:
      action: /navigate_to_pose
      type: nav2_msgs/action/NavigateToPose
      timeoutSeconds: 60
      params: { place: [dock, table] }
      goal:
        pose:
          header: { frame_id: map }
          pose:
            position: { x: '{place.x}', y: '{place.y}' }
            orientation: { z: '{place.qz}', w: '{place.qw}' }
      success: status = succeeded and result.error_code = 0
      progress: { remaining: distance_remaining }
  facts:
    at:
      topic: /amcl_pose
      type: geometry_msgs/msg/PoseWithCovarianceStamped
      value: { nearest: pose.pose.position, within: 0.3 }
      maxAgeSeconds: 2
  standing: { topic: /odom, type: nav_msgs/msg/Odometry, skills: [Drive] }
  stop:
    publish: [{ topic: /cmd_vel, type: geometry_msgs/msg/Twist }]        # a message of zeros
    call:                                               # ends all goals: a restarted bridge knows none by its id
      - service: /navigate_to_pose/_action/cancel_goal
        type: action_msgs/srv/CancelGoal
        request: { goal_info: { goal_id: { uuid: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] } } }

and the robot file of a world names the command:  driver: { process: [graft, ros2, mapping.yaml] }

Every goal is checked against its interface before it is sent. Nothing is sent without a command that graft has
permitted; the robot is SAFE at the start, without a connection, and until graft resets it.

Examples:
  graft ros2 mapping.yaml --check          is the file right, and what of it does the robot have? nothing moves
  graft run --world . --armed-by YOU       with the driver above in robot.yaml
  graft world check .                      do skills and facts of world, robot file and driver fit?

An example with a launch file, and notes on lifecycle and tf: examples/ros2, docs/ros2.md

Exit codes: 0 all is there; a driver ended with its input · 1 something is missing on the robot (--check) ·
            2 the file is refused · 4 rosbridge cannot be reached (--check)`
