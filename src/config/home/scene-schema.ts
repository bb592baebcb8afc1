import { z } from 'zod'
import { FURNITURE_LOOKS, ITEM_SHAPES, type HomeScene } from '#simulation/home/scene.js'

/** Schema of a home's `scene.yaml`: metres and degrees in the file, metres and radians in the program. */

/** A home fits on a plot of land: a longer side is a unit mistake (mm for m). */
const LONGEST_M = 50

const length = z.number().min(-LONGEST_M).max(LONGEST_M)
const positive = z.number().positive().max(LONGEST_M)
const degrees = z
  .number()
  .min(-360)
  .max(360)
  .transform((value) => (value * Math.PI) / 180)
  .describe('Degrees counter-clockwise from x: 90 looks away from the camera.')

const word = z.string().regex(/^[a-z][a-z0-9_]*$/, 'a name of the world file: small letters, digits, _')
const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'a colour such as #b9814a')
const flat = z.strictObject({ x: length, y: length })
const sides = z.strictObject({ x: positive, y: positive, z: positive })
const point = z.strictObject({ x: length, y: length, z: length })
const stand = z.strictObject({ x: length, y: length, facing: degrees })

const box = {
  at: flat.describe('Centre of its footprint.'),
  size: sides.describe('Side lengths along x and y, and its height.'),
  facing: degrees.default(0),
  colour,
  z: z.number().min(0).max(3).default(0).describe('Height of its underside.'),
}
const looks = z.enum(FURNITURE_LOOKS)

const opening = {
  at: flat.describe('Middle of the gap, on the wall between the two rooms.'),
  width: z.number().min(0.6).max(10),
  rooms: z.tuple([word, word]),
}

const room = z.strictObject({
  from: flat.describe('Corner with the smaller coordinates.'),
  to: flat.describe('Corner with the larger coordinates.'),
  floor: z.enum(['wood', 'tiles', 'carpet']),
  colour,
  centre: flat.describe('A clear spot, for a robot that is sent to the floor of the room.'),
})

const door = z.strictObject({
  ...opening,
  hinge: flat,
  opensInto: word,
  colour,
  stands: z.record(word, stand).describe('Where the robot stands to open it, by room.'),
})

const surface = z.strictObject({ ...box, looks, stand, seat: stand.optional() })
const container = z.strictObject({ ...box, opens: z.enum(['door', 'flap', 'drawer']), stand })
const furnishing = z.strictObject({ ...box, looks })
const item = z.strictObject({ shape: z.enum(ITEM_SHAPES), size: sides, colour })
const person = z.strictObject({ colour, hair: colour, height: z.number().min(0.3).max(2.2) })

const robot = z.strictObject({
  radius: z.number().min(0.05).max(1),
  speed: z.number().min(0.05).max(2).describe('m/s'),
  acceleration: z.number().min(0.05).max(5).describe('m/s²'),
  braking: z.number().min(0.1).max(10).describe('m/s², on STOP'),
  turning: z.number().min(0.1).max(2).describe('rad/s'),
})

const camera = z.strictObject({
  eye: point,
  lookAt: point,
  focal: z.number().positive().max(10_000).describe('Pixels.'),
  width: z.int().min(64).max(4096),
  height: z.int().min(64).max(4096),
})

export const sceneSchema: z.ZodType<HomeScene> = z.strictObject({
  size: z.strictObject({ x: positive, y: positive }),
  rooms: z.record(word, room),
  doors: z.record(word, door),
  archways: z.array(z.strictObject(opening)).default([]),
  surfaces: z.record(word, surface),
  containers: z.record(word, container),
  furnishings: z.array(furnishing).max(200).default([]),
  items: z.record(word, item),
  people: z.record(word, person).default({}),
  dock: stand.describe('Where the robot charges.'),
  robot,
  camera,
})
