import { FfmpegCamera } from '#adapters/camera/ffmpeg-camera.js'
import { ms } from '#base/units.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'

/** A process that holds a camera until it is killed; says so once pictures come. */
const holder = new FfmpegCamera({
  source: 'test picture',
  find: async () => ({ kind: 'test' }),
  width: Number(process.argv[2]),
  height: 240,
  fps: 15,
  staleMs: 2000,
  model: MAST_CAMERA,
  clock: { now: () => ms(performance.now()) },
})
const stop = holder.onPicture(() => {
  stop()
  process.stdout.write('pictures come\n')
})
