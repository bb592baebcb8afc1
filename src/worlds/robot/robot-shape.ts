import type { Json } from '#base/hash.js'
import { list, mapOf, object, optional, required } from '../shape/composites.js'
import { decimal, mark, name, sentence, WORD } from '../shape/scalars.js'
import type { Shape } from '../shape/shape.js'
import { teleopShape } from './teleop-keys.js'

const driver = object(
  {
    simulated: optional(
      name('The name of a simulation that ships with graft, or field for the base of worlds/field.'),
    ),
    process: optional(
      list(
        sentence('A part of the command.'),
        'Command and arguments of a driver that is started: [python3, robot.py].',
        64,
      ),
    ),
    socket: optional(sentence('Path of the Unix socket of a driver that runs already.')),
    tcp: optional(sentence('Address of a driver on this computer: 127.0.0.1:7070.')),
    real: optional(
      mark(
        'false: the driver only pretends and nothing moves, so nobody has to arm it. true without this line.',
      ),
    ),
  },
  'How the driver is reached: exactly one of simulated, process, socket and tcp.',
)

const skill = object(
  {
    timeoutSeconds: optional(
      decimal('The skill is stopped after this time, seconds.', { least: 0, most: 86_400 }),
    ),
  },
  'Limits of a skill.',
)

const sensor = object(
  {
    text: optional(sentence('What it is.')),
    facts: required(list(name('A fact of the world, without its brackets.'), 'The facts that it reports.')),
    pictures: optional(
      mark('true: it reads pictures. What is hidden from it is believed on the word of the robot.'),
    ),
    maxAgeSeconds: optional(
      decimal('An older reading counts for nothing, seconds.', { least: 0, most: 86_400 }),
    ),
    lagSeconds: optional(
      decimal('It shows what a skill has done within this time, seconds; 0.5 without this line.', {
        least: 0.5,
        most: 60,
      }),
    ),
    certainty: optional(
      decimal('Readings with less confidence than this are not believed, 0 to 1.', { least: 0, most: 1 }),
    ),
  },
  'A sensor.',
)

const safe = object(
  {
    text: required(sentence('What the robot does when it is safe: it stands and holds what it holds.')),
    stopSeconds: required(
      decimal('After a stop it stands within this time, seconds.', { least: 0, most: 60 }),
    ),
    silenceSeconds: required(
      decimal('It makes itself safe when it has heard nothing for this long, seconds.', {
        least: 0.1,
        most: 60,
      }),
    ),
  },
  'What safe means for this robot.',
)

export const robotShape = object(
  {
    robot: required(name('Name of the robot.')),
    text: required(sentence('What it is, in one sentence.')),
    driver: required(driver),
    skills: required(mapOf(skill, 'The skills that it offers: exactly those of the world.', { keys: WORD })),
    sensors: required(mapOf(sensor, 'Which sensor reports which facts.', { keys: WORD })),
    unobservable: optional(
      list(
        name('A fact of the world, without its brackets.'),
        'Facts that no sensor reports: what is believed of them follows from what the skills do.',
      ),
    ),
    safe: required(safe),
    teleop: optional(teleopShape),
  },
  'A robot, as data: docs/your-robot.md.',
)

export type RobotShape = typeof robotShape extends Shape<infer T> ? T : never

/** Returns the JSON Schema of a robot file, for editors: `config/robot.schema.json`. */
export const robotJsonSchema = (): Json => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'graft robot file',
  ...(robotShape.schema as Readonly<Record<string, Json>>),
})
