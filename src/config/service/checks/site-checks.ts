import { didYouMean } from '#base/diagnostic.js'
import { FIELD_WORLD, SHIPPED_FIELDS } from '#config/field/choose-fields.js'
import { cameraFindings } from './camera-checks.js'
import { error, warning, type Finding, type SiteDraft } from './finding.js'
import { networkFindings } from './network-checks.js'

/**
 * Checks a configuration across values.
 * @param written whether this key is in the file
 */
export const checkSite = (draft: SiteDraft, written: (name: string) => boolean): Finding[] => [
  ...robotFindings(draft, written),
  ...cameraFindings(draft),
  ...fieldFindings(draft),
  ...worldFindings(draft),
  ...modelFindings(draft),
  ...storeFindings(draft),
  ...recordingFindings(draft),
  ...networkFindings(draft),
]

function robotFindings({ robot }: SiteDraft, written: (name: string) => boolean): Finding[] {
  if (robot === undefined || robot.body === 'virtual') return []
  const names = robot.body === 'serial' ? robot.devices.split(',').map((each) => each.trim()) : []
  const odd = names.find((each) => !each.startsWith('/'))
  return [
    ...(odd === undefined
      ? []
      : [
          error('devices', 'robot.devices names something that is not a device file', ['robot', 'devices'], {
            expected: 'paths that begin with /, separated by commas',
            got: odd === '' ? 'nothing' : odd,
            hint: "name a device such as /dev/graft-stm32, or a pattern such as '/dev/ttyACM*'",
          }),
        ]),
    ...(robot.pace === 'fast'
      ? [
          error('pace', 'a real robot runs in real time', ['robot', 'pace'], {
            expected: `real, with body: ${robot.body}`,
            got: 'fast',
            hint: 'leave robot.pace out, or use body: virtual',
          }),
        ]
      : []),
    ...(robot.scanner === 'none'
      ? []
      : [
          error('scanner', 'a laser scanner on a real robot cannot be read yet', ['robot', 'scanner'], {
            expected: `none, with body: ${robot.body}`,
            got: robot.scanner,
            hint: 'leave robot.scanner out: this robot localises without it',
          }),
        ]),
    ...OF_A_VIRTUAL_ROBOT.filter((key) => written(`robot.${key}`)).map((key) =>
      warning(key, `robot.${key} has no effect on a real robot`, ['robot', key], {
        expected: `nothing, with body: ${robot.body}`,
        got: robot[key],
        hint: 'leave it out',
      }),
    ),
  ]
}

const OF_A_VIRTUAL_ROBOT = ['faults', 'ground'] as const

function fieldFindings({ field }: SiteDraft): Finding[] {
  const ids = SHIPPED_FIELDS.map(({ id }) => id)
  if (field === undefined || field.file !== null || ids.some((id) => id === field.id)) return []
  const near = didYouMean(field.id, ids)
  return [
    error('field', `no field ${field.id} comes with graft`, ['field', 'id'], {
      expected: `${ids.join(', ')}, or an id of field.file`,
      got: field.id,
      hint:
        near === undefined
          ? 'name your file in field.file'
          : `did you mean ${near}? A field of your own needs field.file`,
    }),
  ]
}

/** A robot that really moves is named twice: in the configuration, and in its world. */
function worldFindings({ world, robot }: SiteDraft): Finding[] {
  if (world === undefined || robot === undefined) return []
  const named = world.name !== null && world.name !== FIELD_WORLD
  if (named && robot.body === 'virtual' && robot.scanner !== 'none') return [scannerElsewhere(robot.scanner)]
  if (named === (robot.body === 'driver') || (named && robot.body === 'virtual')) return []
  return [
    error('world', `robot.body is ${robot.body} ${named ? 'with' : 'without'} a world`, ['robot', 'body'], {
      expected: named ? 'virtual, or driver' : 'virtual, or serial',
      got: robot.body,
      hint: named
        ? 'the robot of a world is simulated, or behind a driver that its robot.yaml names'
        : 'name a world in world.name: its robot.yaml names the driver',
    }),
  ]
}

const scannerElsewhere = (scanner: string): Finding =>
  error('scanner', 'only the robot of a field can carry a laser scanner', ['robot', 'scanner'], {
    expected: 'none, with a world in world.name',
    got: scanner,
    hint: 'leave robot.scanner out, or leave world.name out: then the robot drives on a field',
  })

function modelFindings({ models }: SiteDraft): Finding[] {
  if (models === undefined || models.actor !== 'rules' || models.actorModel === null) return []
  return [
    error('actor', 'a model for the actor is named, but the rules edit the tree', ['models', 'actorModel'], {
      expected: 'null with actor: rules',
      got: models.actorModel,
      hint: 'leave one of models.actor and models.actorModel out',
    }),
  ]
}

function storeFindings({ store }: SiteDraft): Finding[] {
  if (store === undefined || store.fullMiB <= store.lowMiB) return []
  return [
    error('disk', 'the disk would be full before it is low', ['store', 'fullMiB'], {
      expected: `at most lowMiB, ${store.lowMiB}`,
      got: String(store.fullMiB),
      hint: 'recording stops at lowMiB, and below fullMiB no run begins',
    }),
  ]
}

function recordingFindings({ recording, camera }: SiteDraft): Finding[] {
  if (recording === undefined || camera === undefined || recording.pictures <= camera.fps) return []
  return [
    error('pictures', 'more pictures are to be recorded than the camera takes', ['recording', 'pictures'], {
      expected: `at most camera.fps, ${camera.fps}`,
      got: String(recording.pictures),
      hint: 'lower recording.pictures, or raise camera.fps',
    }),
  ]
}
