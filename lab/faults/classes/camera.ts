import { ms } from '#base/units.js'
import type { Frame } from '#learning/ports.js'
import { learningClass } from '../bench/learning/actors.js'
import { between } from '../bench/mission/moments.js'
import { changed, covered, drawKnock, halved, knocked, recoloured } from '../bench/learning/pictures.js'
import type { FaultClass } from '../fault-class.js'

const UNSEEN =
  'No picture, no judgement: the report says why, s and c are meaningless, and ' +
  '`critic_unavailable` calls a human (AMB-03). The robot needs no picture to drive or to stop.'

const ASTRAY =
  'The lines of the map are looked for in every picture: where the corners of the field are more than 5 pixels ' +
  'aside, or too few lines agree, every face is unknown, to the critic as to `ReadFaces`. The robot goes on by ' +
  'its other sensors.'
const BUMPED = '“the camera is not where it was measured”, and by how much. Fasten it, measure it anew.'

/** What the camera can do to the critic. The robot itself drives without pictures. */
export const CAMERA: readonly FaultClass[] = [
  learningClass(
    {
      id: 'camera-none',
      group: 'camera',
      title: 'There is no camera',
      cause: 'not plugged in, no right to open it, taken by another program',
      declared: ['called-human'],
      why: UNSEEN,
      operator: 'An alarm with every report: “the camera gave no picture”, and why. Plug it in.',
    },
    (rng, countInjection) => ({
      camera: (camera) =>
        changed(camera, countInjection, () => {
          const why = rng.pick([
            'ENODEV: no such device',
            'EACCES: permission denied',
            'EBUSY: device or resource busy',
          ])
          throw new Error(why)
        }),
    }),
  ),
  learningClass(
    {
      id: 'camera-dies',
      group: 'camera',
      title: 'The camera dies in the middle of an episode',
      cause: 'a USB cable that comes loose after a few pictures',
      declared: ['called-human'],
      why: `${UNSEEN} Earlier reports remain valid.`,
      operator: 'As above, from some step on.',
    },
    (rng, countInjection) => {
      const from = 1 + rng.int(5)
      return {
        camera: (camera) =>
          changed(camera, countInjection, (frame, n) => {
            if (n < from) return frame
            throw new Error('ENODEV: no such device')
          }),
      }
    },
  ),
  learningClass(
    {
      id: 'camera-frozen',
      group: 'camera',
      title: 'The picture is frozen',
      cause: 'a driver that gives its last picture for ever, with a new time stamp',
      declared: ['called-human'],
      why: `A sensor never gives the same bytes twice: such a picture does not count. ${UNSEEN}`,
      operator: '“the picture is the one before, byte for byte: the camera has frozen”. Restart the camera.',
    },
    (rng, countInjection) => {
      const from = 1 + rng.int(4)
      return {
        camera: (camera, rig) => {
          let last: Frame | undefined
          return changed(camera, countInjection, (frame, n) => {
            if (n < from || last === undefined) return (last = frame)
            return { ...last, id: frame.id, t: rig.clock.now() }
          })
        },
      }
    },
  ),
  learningClass(
    {
      id: 'camera-black',
      group: 'camera',
      title: 'The picture is black',
      cause: 'a lens cap, no light, an exposure of zero',
      declared: ['called-human'],
      why: `A picture whose mean is below 16 of 255 does not count. ${UNSEEN}`,
      operator: '“the picture is black: is the lens covered, is there light?”',
    },
    (rng, countInjection) => {
      const left = between(rng, 0, 0.05)
      return {
        camera: (camera) =>
          changed(camera, countInjection, (frame) => recoloured(frame, (value) => Math.floor(value * left))),
      }
    },
  ),
  learningClass(
    {
      id: 'camera-over-exposed',
      group: 'camera',
      title: 'The picture is over-exposed',
      cause: 'sun on the field, an exposure that was set by hand',
      declared: ['called-human'],
      why: `A picture whose mean is above 239 of 255 does not count. ${UNSEEN}`,
      operator: '“the picture is over-exposed: check the exposure”',
    },
    (rng, countInjection) => {
      const gain = between(rng, 8, 30)
      return {
        camera: (camera) =>
          changed(camera, countInjection, (frame) =>
            recoloured(frame, (value) => Math.min(255, 120 + value * gain)),
          ),
      }
    },
  ),
  learningClass(
    {
      id: 'camera-late',
      group: 'camera',
      title: 'The picture is old',
      cause: 'a network camera with a long buffer: pictures of 3 to 12 s ago',
      declared: ['called-human'],
      why: `By its timestamp: a picture older than 2 s does not count. ${UNSEEN}`,
      operator: '“the picture is 4.2 s old: the camera is late”. Remove the buffer.',
    },
    (rng, countInjection) => {
      const age = between(rng, 3000, 12_000)
      return {
        camera: (camera, rig) =>
          changed(camera, countInjection, (frame) => ({ ...frame, t: ms(rig.clock.now() - age) })),
      }
    },
  ),
  learningClass(
    {
      id: 'camera-wrong-size',
      group: 'camera',
      title: 'The picture has another size',
      cause: 'a camera in another mode than the one that was calibrated',
      declared: ['called-human'],
      why: `Zones are found by the camera’s model; another size is another camera. ${UNSEEN}`,
      operator: '“the picture is 320 × 240, not 640 × 480: set the camera to the size of its model”',
    },
    (rng, countInjection) => {
      const from = rng.int(4)
      return {
        camera: (camera) => changed(camera, countInjection, (frame, n) => (n < from ? frame : halved(frame))),
      }
    },
  ),
  learningClass(
    {
      id: 'camera-hangs',
      group: 'camera',
      title: 'The camera hangs',
      cause: 'a capture that never returns, once',
      declared: ['called-human'],
      why: `A capture times out after 3 s. ${UNSEEN}`,
      operator: '“no picture within 3 s”. Restart the camera.',
    },
    (rng, countInjection) => {
      const at = rng.int(6)
      return {
        camera: (camera) =>
          changed(camera, countInjection, (frame, n) =>
            n === at ? new Promise<Frame>(() => undefined) : frame,
          ),
      }
    },
  ),
  learningClass(
    {
      id: 'camera-occluded',
      group: 'camera',
      title: 'Something stands before the camera',
      cause: 'a person, a cable, tape: a grey area over half of the picture or more',
      declared: ['called-human'],
      why:
        'Blocks that should lie there are not seen: the critic misses them, or is unsure; sensors ' +
        'refute what they can, and the rest calls a human.',
      operator: 'Alarms about blocks that are where they should be. Look at the frame in the report.',
    },
    (rng, countInjection) => {
      const w = between(rng, 0.7, 1)
      const h = between(rng, 0.7, 0.95)
      const area = { x: between(rng, 0, 1 - w), y: between(rng, 0.02, 1 - h), w, h }
      return { camera: (camera) => changed(camera, countInjection, (frame) => covered(frame, area)) }
    },
  ),
  learningClass(
    {
      id: 'camera-bumped',
      group: 'camera',
      title: 'Somebody has bumped into the mast before the start',
      cause: 'the camera looks 7 to 45 pixels aside, or is panned, tilted or turned by 1 to 5°',
      declared: ['called-human'],
      why: ASTRAY,
      operator: BUMPED,
    },
    (rng, countInjection) => {
      const [bump, seed] = [drawKnock(rng, ms(0)), rng.int(1 << 20)]
      return { camera: (_, rig) => knocked(rig, seed, bump, countInjection) }
    },
  ),
  learningClass(
    {
      id: 'camera-bumped-driving',
      group: 'camera',
      title: 'Somebody bumps into the mast while the robot drives',
      cause: 'as above, 1 to 8 s after the start',
      declared: ['called-human'],
      why: `${ASTRAY} What earlier pictures showed remains valid.`,
      operator: `${BUMPED} It comes with the next picture that shows by how much, or at the end of the episode.`,
    },
    (rng, countInjection) => {
      const [bump, seed] = [drawKnock(rng, ms(between(rng, 1000, 8000))), rng.int(1 << 20)]
      return { camera: (_, rig) => knocked(rig, seed, bump, countInjection) }
    },
  ),
]
