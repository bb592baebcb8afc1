import { error, warning, type Finding, type SiteDraft } from './finding.js'

/** Checks the camera against the robot it watches, and its settings against each other. */
export function cameraFindings({ camera, robot }: SiteDraft): Finding[] {
  if (camera === undefined) return []
  const { source, device } = camera
  const findings = [...checkNumbers(camera), ...(robot === undefined ? [] : checkSource(camera, robot))]
  if (source === 'v4l2' && device === null)
    findings.push(
      error('camera-device', 'the camera has no device', ['camera', 'source'], {
        expected: 'a device with source: v4l2',
        got: 'device: null',
        hint: 'write device: with its link in /dev/v4l/by-id, which stays the same when it is plugged in again',
      }),
    )
  const odd = device?.split(',').find((each) => !each.trim().startsWith('/'))
  if (source === 'v4l2' && odd !== undefined)
    findings.push(
      error(
        'camera-device',
        'camera.device names something that is not a device file',
        ['camera', 'device'],
        {
          expected: 'paths that begin with /, separated by commas',
          got: odd.trim() === '' ? 'nothing' : odd.trim(),
          hint: "name its link in /dev/v4l/by-id, or a pattern such as '/dev/video*'",
        },
      ),
    )
  if (device !== null && source !== 'v4l2')
    findings.push(
      error('camera-device', `source: ${source} ignores camera.device`, ['camera', 'device'], {
        expected: 'source: v4l2 with a device',
        got: `source: ${source}`,
        hint: 'write source: v4l2, or leave the device out',
      }),
    )
  if (camera.model === null && source === 'v4l2')
    findings.push(
      warning('camera-model', 'the critic assumes the mast camera of the simulation', ['camera', 'source'], {
        expected: 'camera.model with source: v4l2',
        got: 'model: null',
        hint: 'measure where the camera hangs and name the file in camera.model (docs/camera.md)',
      }),
    )
  return findings
}

type Camera = NonNullable<SiteDraft['camera']>

function checkNumbers({ source, fps, staleMs, width, height, model }: Camera): Finding[] {
  const findings: Finding[] = []
  const twoPictures = Math.ceil(2000 / fps)
  if (staleMs < twoPictures)
    findings.push(
      error('camera-stale', 'the camera would be stale between two pictures', ['camera', 'staleMs'], {
        expected: `at least ${twoPictures}, the time of two pictures at ${fps} a second`,
        got: String(staleMs),
        hint: 'raise staleMs, or ask for more pictures with fps',
      }),
    )
  const isReal = source === 'v4l2' || source === 'test'
  if (model === null && isReal && (width !== 640 || height !== 480))
    findings.push(
      error(
        'camera-size',
        'picture size differs from the mast camera and no camera.model is set',
        ['camera', width === 640 ? 'height' : 'width'],
        {
          expected: '640 × 480 without camera.model',
          got: `${width} × ${height}`,
          hint: 'measure your camera and name the file in camera.model (docs/camera.md)',
        },
      ),
    )
  return findings
}

function checkSource({ source }: Camera, { body, pace }: NonNullable<SiteDraft['robot']>): Finding[] {
  const path = ['camera', 'source']
  if (source === 'simulated' && body === 'serial')
    return [
      error('camera-body', 'a real robot cannot use the simulated camera', path, {
        expected: 'v4l2, test or none with body: serial',
        got: 'simulated',
        hint: 'write source: v4l2 and the device, or leave camera.source out to run without a camera',
      }),
    ]
  if (source === 'v4l2' && body === 'virtual')
    return [
      error('camera-body', 'the virtual robot cannot use a real camera', path, {
        expected: 'simulated, test or none with body: virtual',
        got: 'v4l2',
        hint: 'write robot.body: serial, or leave camera.source out',
      }),
    ]
  if (source === 'test' && pace === 'fast')
    return [
      error('camera-pace', 'the test picture moves in real time', path, {
        expected: 'pace: real with source: test',
        got: 'pace: fast',
        hint: 'leave robot.pace out',
      }),
    ]
  if (source === 'test' && body === 'serial')
    return [
      warning('camera-test', 'the critic looks at a test picture and sees nothing of the robot', path, {
        expected: 'v4l2 on a robot in use',
        got: 'test',
        hint: 'write source: v4l2 and the device when the camera is there',
      }),
    ]
  return []
}
