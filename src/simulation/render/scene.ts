import type { Vec3 } from '#base/camera-model.js'

/**
 * What the renderer draws: geoms as in MuJoCo's MJCF, without MuJoCo. Metres, right-handed, z up; orientations are
 * row-major 3 × 3 matrices (`xmat`) whose columns are the axes of the geom in the world.
 */
export interface Scene {
  readonly geoms: readonly Geom[]
  readonly lights?: Lights
  readonly background?: Background
}

export type Shape = 'plane' | 'box' | 'sphere' | 'capsule' | 'cylinder' | 'ellipsoid' | 'mesh'

export interface Geom {
  /** 1…65535, written into the mask; 0 is the background */
  readonly id: number
  readonly shape: Shape
  /**
   * metres, as in MJCF: half sizes; sphere: radius first; capsule and cylinder: radius, then half length along z;
   * plane: half sizes along x and y, 0 means endless; mesh: ignored
   */
  readonly size: Vec3
  readonly position: Vec3
  /** nine numbers, row-major */
  readonly rotation: readonly number[]
  /** sRGB, each 0…1 */
  readonly colour: Vec3
  readonly material?: Material
  /** required by the shape `mesh`, ignored by others */
  readonly mesh?: Mesh
}

export interface Material {
  /** brightness of the highlight, 0…1; default 0.2 */
  readonly specular?: number
  /** sharpness of the highlight, 0…1 as in MJCF; default 0.4 */
  readonly shininess?: number
  /** procedural, in the geom's own frame */
  readonly texture?: 'plain' | 'wood' | 'checker'
  /** metres: side of a square of the checker, width of a wooden board; default 0.1 */
  readonly scale?: number
}

/** Triangles in the geom's frame, counter-clockwise as seen from outside. Read once: its arrays must not change. */
export interface Mesh {
  /** x, y, z of each vertex, metres */
  readonly positions: ArrayLike<number>
  /** unit normal of each vertex; without them every triangle is flat */
  readonly normals?: ArrayLike<number>
  /** three vertex numbers a triangle; a triangle that names no vertex is left out */
  readonly triangles: ArrayLike<number>
}

/** One far light that casts shadows, and light from everywhere. Colours are linear and may be above 1. */
export interface Lights {
  /** where the light travels to; its length does not matter */
  readonly direction: Vec3
  readonly key: Vec3
  /** light on a surface that faces up */
  readonly sky: Vec3
  /** light on a surface that faces down */
  readonly ground: Vec3
  /** width of a shadow's edge for each metre between the caster and the surface */
  readonly softness: number
}

/** Colours (sRGB) behind everything: straight up, and at the horizon and below. */
export interface Background {
  readonly zenith: Vec3
  readonly horizon: Vec3
}

/** A pinhole camera that looks along its −z axis with +y up, as in MuJoCo. */
export interface CameraView {
  readonly position: Vec3
  /** nine numbers, row-major; the columns are the camera's axes in the world */
  readonly rotation: readonly number[]
  /** vertical field of view without the lens, degrees, in (0, 180) */
  readonly fovY: number
  /** pixels, 1…4096 */
  readonly width: number
  readonly height: number
  readonly lens?: Lens
}

/**
 * Radial distortion (Brown 1966; the first two coefficients of OpenCV): a ray at distance r from the axis, at depth 1,
 * is seen at r·(1 + k1·r² + k2·r⁴).
 */
export interface Lens {
  readonly k1: number
  readonly k2: number
}

export interface RenderOptions {
  /** Gaussian noise of the sensor: sigma in levels of 8 bits; the same seed gives the same noise */
  readonly noise?: { readonly seed: number; readonly sigma: number }
  /** default true; otherwise the picture is black, and only its depth and mask are found */
  readonly colours?: boolean
  /** default true */
  readonly shadows?: boolean
  /** smooth edges from four samples a pixel where surfaces meet; default false */
  readonly antialias?: boolean
}

export interface Picture {
  readonly width: number
  readonly height: number
  /** sRGB, row-major from the top left */
  readonly rgb: Uint8Array
  /** metres along the optical axis; Infinity where there is nothing */
  readonly depth: Float32Array
  /** id of the geom in each pixel, 0 where there is nothing */
  readonly mask: Uint16Array
  /** ids of geoms that could not be drawn: a pose that is no number, a size of zero, a mesh without triangles */
  readonly skipped: readonly number[]
}
