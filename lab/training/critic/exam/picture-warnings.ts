import { stream, type Rng } from '#base/random.js'
import { createCritic } from '#learning/field/critic/critic.js'
import { pictureWarnings } from '#learning/field/critic/picture-warnings.js'
import { initialScene } from '#simulation/field/field-setup.js'
import { drawEpisode } from '#lab/training/engine/draw.js'
import { isSplitName } from '#lab/training/engine/splits.js'
import { EXAM_LOOKS, shown, type ExamLook } from './looks.js'
import { openCriticHere } from './model-here.js'

/**
 * What people hear of first pictures before a run: `npx tsx lab/training/critic/exam/picture-warnings.ts [clean [faulty
 * [split]]]`. `clean` fields under each look of a camera as it should be (every remark there is a false alarm),
 * `faulty` fields under each other look. No field is one of the examination's.
 */
const [clean = 200, faulty = 60] = process.argv.slice(2, 4).map(Number)
const split = process.argv[4] ?? 'test'
if (!isSplitName(split)) throw new Error(`splits are train, validation and test, not "${split}"`)

const CLEAN: ReadonlySet<ExamLook> = new Set(['nominal', 'light', 'pose'])
/** episodes that share a field */
const FIELD_OF = 4
const FIRST = 300

const vision = await openCriticHere()
const totals = { clean: 0, falseAlarms: 0 }
for (const look of EXAM_LOOKS) {
  const pictures = CLEAN.has(look) ? clean : faulty
  const reported = new Map<string, number>()
  let withWarnings = 0
  for (let n = 0; n < pictures; n++) {
    const { setup } = drawEpisode(split, FIELD_OF * (FIRST + n))
    const own = (): Rng => stream('critic-lookout', split, n, 'look')
    const { frame, camera } = await shown({ scene: initialScene(setup) }, look, own, stream('lookout', n))
    const critic = createCritic({ vision, map: setup.map, camera, prompt: 'facts' })
    const warnings = pictureWarnings(await critic.initial({ episode: 1, frame }))
    const kinds = new Set(warnings.map(({ key }) => key.split(' ').at(-1) as string))
    for (const kind of kinds) reported.set(kind, (reported.get(kind) ?? 0) + 1)
    if (warnings.length > 0) withWarnings++
  }
  if (CLEAN.has(look)) {
    totals.clean += pictures
    totals.falseAlarms += withWarnings
  }
  console.log(`${look}: remarks on ${withWarnings} of ${pictures} pictures`, Object.fromEntries(reported))
}
console.log(`false alarms: ${totals.falseAlarms} of ${totals.clean} pictures of a camera as it should be`)
await vision.dispose()
