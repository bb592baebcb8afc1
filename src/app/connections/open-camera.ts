import { FfmpegCamera } from '#adapters/camera/ffmpeg-camera.js'
import type { CameraModel } from '#base/camera-model.js'
import type { Clock } from '#base/clock.js'
import { stream } from '#base/random.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'
import { deviceNames } from '#config/device-names.js'

/** A camera as described by the configuration or by `graft run --camera`. */
export interface CameraSettings {
  readonly source: 'v4l2' | 'test'
  /** paths and patterns, separated by commas; the first that exists is used */
  readonly device: string | null
  readonly width: number
  readonly height: number
  readonly fps: number
  readonly staleMs: number
}

/**
 * Opens a real camera. Its process is running when this returns, so call it before anything that makes this process
 * large.
 * @param clock monotonic; the camera's own, see `FfmpegCamera.at` for others
 * @param model pose and lens; the simulation's mast camera when the real one has not been measured
 */
export function openCamera(
  request: CameraSettings,
  clock: Clock,
  {
    model = MAST_CAMERA,
    tell,
  }: { readonly model?: CameraModel; readonly tell?: (text: string) => void } = {},
): FfmpegCamera {
  const { source, device, width, height, fps, staleMs } = request
  return new FfmpegCamera({
    source: source === 'test' ? 'test picture' : `v4l2 ${device ?? ''}`,
    find: async () => {
      if (source === 'test') return { kind: 'test' }
      const [first] = await deviceNames(device ?? '')
      return first === undefined ? undefined : { kind: 'v4l2', device: first }
    },
    ...{ width, height, fps, staleMs, model, clock },
    // two cameras that failed together on one bus should not restart together
    rng: stream('camera', process.pid),
    ...(tell !== undefined && { report: tell }),
  })
}

/** Settings for `graft run --camera`: a device, or the word test. */
export const cameraSettings = (device: string): CameraSettings => ({
  ...{ width: MAST_CAMERA.width, height: MAST_CAMERA.height, fps: 15, staleMs: 1000 },
  ...(device === 'test' ? { source: 'test', device: null } : { source: 'v4l2', device }),
})
