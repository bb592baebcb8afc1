import { z } from 'zod'
import type { CameraModel } from '#base/camera-model.js'
import type { Diagnostic, SourceRef } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { firstProblems, type FileKind } from '#documents/yaml-problems.js'
import { readTextFile } from '#documents/read-text-file.js'
import { formatPath, describeValue, valueAt } from '#documents/value-text.js'
import { readYaml } from '#documents/yaml-text.js'

const CAMERA_FILE: FileKind = {
  code: 'camera',
  name: 'camera file',
  contents: 'width, height, focal, eye and lookAt',
  secondDocumentHint: 'a robot has one camera',
}

const metres = z.number().min(-20).max(20)
const place = z.tuple([metres, metres, metres])

const cameraModelSchema = z.strictObject({
  width: z.int().min(160).max(1920),
  height: z.int().min(120).max(1080),
  focal: z.number().min(50).max(20_000),
  eye: place,
  lookAt: place,
  tolerance: z.number().min(1).max(32).exactOptional(),
})

const PLACE = '[x, y, z] in metres, in the frame of the field, each from -20 to 20'

const EXPECTED: Readonly<Record<string, string>> = {
  width: 'a whole number of pixels from 160 to 1920',
  height: 'a whole number of pixels from 120 to 1080',
  focal: 'the focal length in pixels, from 50 to 20000',
  eye: `where the camera hangs: ${PLACE}`,
  lookAt: `a place in the middle of the picture: ${PLACE}`,
  tolerance: 'pixels by which it may look aside and still be read, from 1 to 32; 5 by default',
}

/** Reads the measured pose and lens of a camera (docs/camera.md). Reports every problem with its line and column. */
export async function readCameraModel(path: string): Promise<Result<CameraModel, readonly Diagnostic[]>> {
  const text = await readTextFile(path, CAMERA_FILE)
  return text.ok ? parseCameraModel(text.value, path) : err([text.error])
}

function parseCameraModel(text: string, file: string): Result<CameraModel, readonly Diagnostic[]> {
  const yaml = readYaml(text, file, CAMERA_FILE)
  if (!yaml.ok) return err(firstProblems(yaml.error, file, CAMERA_FILE))
  const { value, whereValue, whereKey } = yaml.value
  const read = cameraModelSchema.safeParse(value)
  if (!read.success) {
    const problems = read.error.issues.flatMap((issue): Diagnostic[] => {
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => ({
          code: 'camera.unknown-key',
          severity: 'error',
          message: `a camera file has no key ${JSON.stringify(key.slice(0, 60))}`,
          where: whereKey([key]),
          expected: Object.keys(EXPECTED).join(', '),
          got: key.slice(0, 60),
          hint: 'leave it out',
        }))
      const got = valueAt(value, issue.path)
      return [
        {
          code: got === undefined ? 'camera.missing' : 'camera.value',
          severity: 'error',
          message: `${formatPath(issue.path, 'the file')} has an invalid value`,
          where: whereValue(issue.path),
          expected: EXPECTED[String(issue.path[0])] ?? Object.values(EXPECTED).join('; '),
          got: got === undefined ? 'nothing' : describeValue(got),
          hint: 'docs/camera.md says how each is measured',
        },
      ]
    })
    return err(firstProblems(problems, file, CAMERA_FILE))
  }
  const { eye, lookAt } = read.data
  if (eye[2] <= lookAt[2])
    return err([badView(whereValue(['eye']), 'does not look down at the floor', read.data)])
  // looking straight down, left and right are undefined
  if (Math.hypot(eye[0] - lookAt[0], eye[1] - lookAt[1]) < 0.01)
    return err([badView(whereValue(['lookAt']), 'looks straight down', read.data)])
  return ok(read.data)
}

/** The critic rectifies the floor in the picture and needs left and right to be defined. */
const badView = (where: SourceRef, what: string, { eye, lookAt }: CameraModel): Diagnostic => ({
  code: 'camera.view',
  severity: 'error',
  message: `the camera ${what}`,
  where,
  expected: 'eye higher than lookAt, and at least 0.01 m aside of it',
  got: `eye [${eye.join(', ')}], lookAt [${lookAt.join(', ')}]`,
  hint: 'both are [x, y, z] in metres; z is the height above the floor',
})
