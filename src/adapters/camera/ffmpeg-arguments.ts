/** Source of the pictures: a V4L2 device, or a moving test picture. */
export type FfmpegInput = { readonly kind: 'v4l2'; readonly device: string } | { readonly kind: 'test' }

export interface PictureSize {
  /** pixels */
  readonly width: number
  readonly height: number
  /** pictures per second */
  readonly fps: number
}

/** Arguments that make ffmpeg write a stream of JPEGs to standard output. */
export function ffmpegArguments(input: FfmpegInput, size: PictureSize): readonly string[] {
  const from = input.kind === 'v4l2' ? v4l2(input.device, size) : test(size)
  return [
    '-hide_banner',
    '-loglevel',
    'error',
    '-nostdin',
    ...from,
    '-an',
    '-flush_packets',
    '1',
    '-f',
    'mjpeg',
    'pipe:1',
  ]
}

/** The camera encodes its pictures itself; they are passed through unchanged. */
const v4l2 = (device: string, { width, height, fps }: PictureSize): readonly string[] => [
  ...['-fflags', 'nobuffer', '-flags', 'low_delay', '-f', 'v4l2', '-input_format', 'mjpeg'],
  ...['-video_size', `${width}x${height}`, '-framerate', String(fps), '-i', device, '-c:v', 'copy'],
]

const test = ({ width, height, fps }: PictureSize): readonly string[] => [
  ...['-re', '-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=${fps}`],
  ...['-c:v', 'mjpeg', '-q:v', '5', '-threads', '1'],
]
