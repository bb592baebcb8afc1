import { accessTo } from '../access.js'
import { findings, isRunning, type Check } from '../check.js'

const { ok, warn, fail } = findings('camera')

/** The critic's camera, and the program that reads it. */
export const camera: Check = async ({ config, machine, unit }) => {
  const { device } = config.camera
  const source =
    config.camera.source !== 'auto'
      ? config.camera.source
      : config.robot.body === 'virtual'
        ? 'simulated'
        : 'none'
  if (source === 'simulated') return [ok('simulated')]
  if (source === 'none')
    return [
      warn('none: the critic sees nothing and calls a human', 'set camera.source to v4l2 and camera.device'),
    ]
  const ffmpeg = await machine.run('ffmpeg', ['-hide_banner', '-version'])
  if (ffmpeg === undefined || ffmpeg.code !== 0)
    return [fail('ffmpeg is missing, and is needed to read the camera', 'apt install ffmpeg')]
  const version = /version (\S+)/.exec(ffmpeg.out)?.[1] ?? 'unknown'
  if (source === 'test') return [ok(`a test picture of ffmpeg ${version}`)]
  const [name] = await machine.devices(device ?? '/dev/video*')
  if (name === undefined)
    return [
      fail(
        `there is no camera ${device ?? '/dev/video*'}`,
        'plug it in and check /dev/v4l/by-id; is the module uvcvideo loaded?',
      ),
    ]
  const status = await machine.stat(name)
  if (status?.kind !== 'device')
    return [fail(`${name} is not a device`, 'camera.device names a file under /dev')]
  const refused = await accessTo(name, status, machine)
  if (refused !== undefined) return [fail(`${name}: ${refused.text}`, refused.mend)]
  const holders = await machine.holders(name)
  if (holders.length > 0 && !isRunning(unit))
    return [
      warn(`${name} is in use by process ${holders.join(', ')}`, 'stop it: a camera serves only one program'),
    ]
  return [ok(`${name}, by ffmpeg ${version}`)]
}
