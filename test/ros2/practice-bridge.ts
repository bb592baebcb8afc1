import { parseArgs } from 'node:util'
import { BridgeServer } from './bridge-server.js'

/**
 * For people without ROS: the server of the rosbridge protocol that the tests use, with a base that knows Nav2's
 * `NavigateToPose`, a gripper, and a parcel on a shelf. It is a stand-in, not ROS. Whenever a driver connects, the robot
 * and its parcel are put back, as somebody would do between two episodes.
 *
 *     npm run ros2:practice -- --port 9090
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '9090' },
    // times as fast as a real base drives
    speed: { type: 'string', default: '4' },
  },
})
const port = Number(values.port)
const server = await BridgeServer.start(port).catch((cause: unknown) => {
  const why = cause instanceof Error ? cause.message : String(cause)
  process.stderr.write(
    `error: port ${values.port} cannot be used: ${why}\nchoose another: --port ${port + 1}\n`,
  )
  return process.exit(2)
})
server.putsBack = true
server.bridge.robot.speed = Number(values.speed)
process.stdout.write(`a practice robot, no ROS, at ${server.url}; Ctrl-C ends it\n`)
process.once('SIGINT', () => {
  void server.close().then(() => process.exit(0))
})
