/**
 * The geometry of a home as its `scene.yaml` gives it, in metres and radians: x to the right, y away from the camera,
 * z up. Everything that stands is a box along the axes; `facing` says where its front is.
 */
export interface HomeScene {
  readonly size: Flat
  readonly rooms: Readonly<Record<string, RoomShape>>
  readonly doors: Readonly<Record<string, DoorShape>>
  readonly archways: readonly Opening[]
  readonly surfaces: Readonly<Record<string, Surface>>
  readonly containers: Readonly<Record<string, Container>>
  readonly furnishings: readonly Furnishing[]
  readonly items: Readonly<Record<string, ItemShape>>
  readonly people: Readonly<Record<string, PersonLooks>>
  readonly dock: Stand
  readonly robot: RobotBody
  readonly camera: CameraPose
}

export interface Flat {
  readonly x: number
  readonly y: number
}

export interface Solidity extends Flat {
  readonly z: number
}

/** A place on the floor, and the direction that one looks there. */
export interface Stand extends Flat {
  /** rad, counter-clockwise from x */
  readonly facing: number
}

interface RoomShape {
  readonly from: Flat
  readonly to: Flat
  readonly floor: 'wood' | 'tiles' | 'carpet'
  readonly colour: string
  /** a clear spot, for a robot that is sent to the floor of the room */
  readonly centre: Flat
}

/** A gap in the wall between two rooms. */
export interface Opening {
  readonly at: Flat
  readonly width: number
  readonly rooms: readonly [string, string]
}

export interface DoorShape extends Opening {
  readonly hinge: Flat
  readonly opensInto: string
  readonly colour: string
  /** where the robot stands to open it, by room */
  readonly stands: Readonly<Record<string, Stand>>
}

export interface Furnishing {
  readonly looks: FurnitureLooks
  /** centre of its footprint */
  readonly at: Flat
  readonly size: Solidity
  readonly facing: number
  readonly colour: string
  /** height of its underside, m */
  readonly z: number
}

type FurnitureLooks = (typeof FURNITURE_LOOKS)[number]
export const FURNITURE_LOOKS = [
  'table',
  'block',
  'sofa',
  'bed',
  'rug',
  'chair',
  'screen',
  'bathtub',
  'toilet',
  'plant',
] as const

/** Furniture that things are put on. */
export interface Surface extends Furnishing {
  readonly stand: Stand
  /** where a person sits or stands at it; without one, no person does */
  readonly seat?: Stand | undefined
}

/** Furniture that things are put into. */
export interface Container extends Omit<Furnishing, 'looks'> {
  readonly opens: 'door' | 'flap' | 'drawer'
  readonly stand: Stand
}

export interface ItemShape {
  readonly shape: (typeof ITEM_SHAPES)[number]
  readonly size: Solidity
  readonly colour: string
}
export const ITEM_SHAPES = ['cup', 'disc', 'bowl', 'ball', 'carton', 'slab', 'keys', 'car'] as const

interface PersonLooks {
  readonly colour: string
  readonly hair: string
  readonly height: number
}

export interface RobotBody {
  readonly radius: number
  /** m/s */
  readonly speed: number
  /** m/s², when it starts and when it arrives */
  readonly acceleration: number
  /** m/s², on STOP and before an obstacle */
  readonly braking: number
  /** rad/s */
  readonly turning: number
}

interface CameraPose {
  readonly eye: Solidity
  readonly lookAt: Solidity
  /** pixels */
  readonly focal: number
  readonly width: number
  readonly height: number
}
