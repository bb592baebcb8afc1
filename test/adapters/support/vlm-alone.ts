import { ms } from '#base/units.js'
import { goOffline, openVlm } from '#adapters/vlm/vlm.js'

/** Loads the model in the folder that is the argument, and shows it a picture. */
goOffline()
const describe = await openVlm({ id: 'alone', root: process.argv[2] ?? '', dtype: 'fp32' })
const frame = { id: 'f', t: ms(0), width: 64, height: 48, rgb: new Uint8Array(64 * 48 * 3).fill(90) }
const said = await describe({ frames: [frame], prompt: 'what', maxTokens: 4 }, new AbortController().signal)
process.stdout.write(`${said.tokens.length} words\n`)
